// Keeps a page as the server says it is: fragments come over one socket and are put in place without disturbing whoever
// types or tabs there. Forms are sent from here, so that the page stays; without this script they work as forms do.

const body = document.body;
const note = document.getElementById("connection");
const calm = matchMedia("(prefers-reduced-motion: reduce)");
let ahead = Number(body.dataset.now || Date.now()) - Date.now();

/* Putting a fragment in place ---------------------------------------------------------------------------------- */

const alike = (one, other) =>
  one.nodeType === other.nodeType && one.nodeName === other.nodeName && (one.id || "") === (other.id || "");

function copyAttributes(from, to) {
  for (const { name } of [...to.attributes]) {
    // What a person opened, and what moves, is the page's own.
    const own = name === "style" || (name === "open" && to.nodeName === "DETAILS");
    if (!own && !from.hasAttribute(name)) to.removeAttribute(name);
  }
  for (const { name, value } of from.attributes) {
    if (to.getAttribute(name) !== value) to.setAttribute(name, value);
  }
}

function morph(to, from) {
  if (to.nodeType !== Node.ELEMENT_NODE) {
    if (to.data !== from.data) to.data = from.data;
    return;
  }
  if (to.isEqualNode(from)) return;
  copyAttributes(from, to);
  if (to.hasAttribute("data-keep")) return;
  const keyed = new Map([...to.children].filter((child) => child.id).map((child) => [child.id, child]));
  let next = to.firstChild;
  for (const wanted of [...from.childNodes]) {
    const known = wanted.id ? keyed.get(wanted.id) : undefined;
    if (known && alike(known, wanted)) {
      if (known === next) next = next.nextSibling;
      else place(to, known, next);
      morph(known, wanted);
    } else if (next && alike(next, wanted)) {
      const here = next;
      next = next.nextSibling;
      morph(here, wanted);
    } else {
      to.insertBefore(wanted, next);
    }
  }
  while (next) {
    const gone = next;
    next = next.nextSibling;
    gone.remove();
  }
}

function place(parent, child, before) {
  if (parent.moveBefore) parent.moveBefore(child, before);
  else parent.insertBefore(child, before);
}

const cardsOf = (root) =>
  [...root.querySelectorAll("[data-moves]")].map((card) => `${card.closest(".hand")?.id} ${card.id}`).join();

let moving;
/** Shows fragments; done when they are in place. */
async function show(html) {
  const fresh = new DOMParser().parseFromString(html, "text/html");
  const update = () => {
    const acting = document.activeElement?.closest("#controls");
    const phase = fresh.querySelector("[data-phase]")?.dataset.phase;
    // What was told about a wager is of no use once the cards are out.
    if (phase !== document.querySelector("[data-phase]")?.dataset.phase) forget();
    for (const wanted of [...fresh.body.children]) {
      const here = wanted.id && document.getElementById(wanted.id);
      // What is older than what is shown comes too late.
      if (here && Number(wanted.dataset.seq || 0) >= Number(here.dataset.seq || 0)) morph(here, wanted);
    }
    // Whoever decides by keyboard goes on where he was, also when his button has gone.
    if (acting && document.activeElement === body) {
      document.getElementById("controls")?.focus({ preventScroll: true });
    }
    tick();
  };
  moving?.skipTransition();
  moving = undefined;
  const moved = fresh.querySelector("[data-seq]") && cardsOf(fresh) !== cardsOf(document);
  if (!moved || calm.matches || document.hidden || !document.startViewTransition) return update();
  nameCards();
  moving = document.startViewTransition(() => {
    update();
    nameCards();
  });
  // A transition that is overtaken by the next is no fault.
  for (const promise of [moving.ready, moving.finished]) promise.catch(() => {});
  await moving.updateCallbackDone;
}

function nameCards() {
  for (const card of document.querySelectorAll("[data-moves]")) {
    card.style.viewTransitionName = card.id;
    card.style.viewTransitionClass = "card";
  }
}

/* The socket --------------------------------------------------------------------------------------------------- */

let tries = 0;
let lost = false;
function connect() {
  const socket = new WebSocket(`${location.origin.replace("http", "ws")}${body.dataset.live}`);
  socket.onmessage = async ({ data }) => {
    const cut = data.indexOf("\n");
    ahead = Number(data.slice(0, cut)) - Date.now();
    const known = new Set(newsItems().map((item) => item.id));
    const back = lost;
    [tries, lost] = [0, false];
    await show(data.slice(cut + 1));
    if (back) welcomeBack(known);
  };
  socket.onclose = () => {
    if (leaving) return;
    lost = true;
    say(body.dataset.lost, "");
    setTimeout(connect, Math.min(250 * 2 ** tries++, 5000));
  };
}

const newsItems = () => [...document.querySelectorAll("#news li")];

/** Says what happened while nothing was heard. */
function welcomeBack(known) {
  const missed = newsItems().filter((item) => !known.has(item.id)).reverse();
  say(missed.length ? body.dataset.back : body.dataset.quiet, "back", missed.map((item) => item.textContent));
  setTimeout(() => (note.hidden = note.className === "back" || note.hidden), 12000);
}

function say(words, kind, list = []) {
  const items = list.map((text) => Object.assign(document.createElement("li"), { textContent: text }));
  const all = document.createElement("ul");
  all.append(...items);
  note.replaceChildren(words, ...(items.length ? [all] : []));
  note.className = kind;
  note.hidden = false;
}

/* Forms -------------------------------------------------------------------------------------------------------- */

const fresh = () => [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16)).join("");

async function send(form, data) {
  data.set("id", fresh());
  const headers = { "x-scripted": "1" };
  const answer = await fetch(form.action, { method: "post", body: data, headers });
  const html = await answer.text();
  if (answer.headers.get("content-type")?.startsWith("text/html")) put(html);
  else location.reload();
}

/** Puts what was answered where it was tried. */
function put(html) {
  forget();
  const [answer, ...others] = new DOMParser().parseFromString(html, "text/html").body.children;
  document.getElementById(answer?.id)?.replaceChildren(...answer.childNodes);
  // What changed with it.
  for (const other of others) if (other.id === "purse") morph(document.getElementById("purse"), other);
}

function forget() {
  for (const said of document.querySelectorAll(".said:not(:empty)")) said.replaceChildren();
}

let sending = Promise.resolve();
addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.dataset.said) return;
  event.preventDefault();
  const data = new URLSearchParams(new FormData(form, event.submitter));
  // In the order in which they were tried.
  sending = sending.then(() => send(form, data)).catch(() => say(body.dataset.lost, ""));
  if ("once" in form.dataset) form.reset();
});

/* Keys and clocks ---------------------------------------------------------------------------------------------- */

let stray = -Infinity;
addEventListener("keydown", (event) => {
  const typing = event.target.closest?.("input:not([type=radio]), textarea, select");
  if (typing && event.key === "Escape") event.target.blur();
  if (typing || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
  const keyed = `[data-key~="${CSS.escape(event.key.toUpperCase())}"]`;
  const named = [...document.querySelectorAll(`${keyed}:not(:disabled)`)].filter((button) => !button.closest("[hidden]"));
  // Of two keys in a row the second may be another's too: it is theirs who wait for it. What cannot be done is only asked
  // why where nothing can be done by this key.
  const ready = ({ dataset: { after } }) => after && document.querySelector(after);
  const open = (button) => !button.dataset.after && !button.ariaDisabled;
  const button = named.find(ready) ?? named.find(open) ?? named.find(({ ariaDisabled }) => ariaDisabled);
  if (!button) return void (stray = event.timeStamp);
  // No hand is that fast: a scanner goes on with what means nothing here.
  if (event.timeStamp - stray < 40) return;
  event.preventDefault();
  button.click();
  if (button.nodeName === "INPUT") button.focus();
});

function tick() {
  for (const clock of document.querySelectorAll("[data-until]")) {
    const left = Math.max(0, Math.ceil((Number(clock.dataset.until) - Date.now() - ahead) / 1000));
    const text = String(left);
    if (clock.textContent !== text) clock.textContent = text;
    clock.classList.toggle("soon", left <= 5);
  }
}

let leaving = false;
addEventListener("pagehide", () => (leaving = true));
addEventListener("pageshow", (event) => event.persisted && location.reload());
setInterval(tick, 250);
tick();
if (body.dataset.live) connect();
