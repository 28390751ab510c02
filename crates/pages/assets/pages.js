// Keeps a page as the server says it is: fragments come over one socket and are put in place without disturbing a person
// who types or tabs there. Forms are sent from here, so that the page stays; without this script they work as forms do.

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
    showRank();
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
    markReady();
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
  // A long list scrolls, also by keyboard.
  all.tabIndex = 0;
  all.append(...items);
  note.replaceChildren(words, ...(items.length ? [all] : []));
  note.className = kind;
  note.hidden = false;
}

/* Forms -------------------------------------------------------------------------------------------------------- */

const fresh = () => [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16)).join("");

async function post(action, data) {
  data.set("id", fresh());
  const answer = await fetch(action, { method: "post", body: data, headers: { "x-scripted": "1" } });
  const isHtml = answer.headers.get("content-type")?.startsWith("text/html");
  return { isHtml, text: await answer.text() };
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
/** Runs these one after another, in the order in which people asked for them. */
function inOrder(task) {
  sending = sending.then(task).catch(() => say(body.dataset.lost, ""));
}

addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.dataset.said) return;
  event.preventDefault();
  const data = new URLSearchParams(new FormData(form, event.submitter));
  if (form.id === "pad") return sendCard(data.get("rank") + data.get("suit"));
  inOrder(async () => {
    const { isHtml, text } = await post(form.action, data);
    if (isHtml) put(text);
    else location.reload();
  });
});

/* Keys --------------------------------------------------------------------------------------------------------- */

/** Finds the button of a key. A decision that is not open explains why, but only where the key has no other use. */
function buttonOf(key) {
  const found = [...document.querySelectorAll(`[data-key~="${CSS.escape(key)}"]:not(:disabled)`)];
  const shown = found.filter((button) => !button.closest("[hidden]"));
  return shown.find(({ ariaDisabled }) => !ariaDisabled) ?? shown[0];
}

function press(button) {
  button?.click();
  if (button?.nodeName === "INPUT") {
    button.focus();
    button.select();
  }
}

addEventListener("keydown", (event) => {
  const typing = event.target.closest?.("input:not([type=radio]), textarea, select");
  if (typing && event.key === "Escape") event.target.blur();
  if (typing || event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.isComposing) return;
  if (readKey(event)) return event.preventDefault();
  const button = buttonOf(event.key.toUpperCase());
  if (!button) return;
  event.preventDefault();
  press(button);
});

/* Cards at a dealer's console ---------------------------------------------------------------------------------- */

// A hand and a scanner both type a rank and then a suit. The letters of the suits are those of other buttons too, so a
// letter that belongs to a card never reaches a button. A card goes to the server even if the page does not ask for one
// yet: the answer to the card before may still be on its way. The server refuses a card that is not due, and the page
// then names it until the card is recorded or the dealer has noted it.

/** No hand types two keys within this many milliseconds; a scanner does. */
const BURST = 40;
/** How many milliseconds the key of a button waits, to see whether it begins a burst. */
const HOLD = 50;

const reader = () => document.getElementById("reader");
const pad = () => document.getElementById("pad");

/** The rank that waits for its suit. */
let rank = "";
/** The key of a button that may be the first of a burst. */
let waiting;
let lastKey = -Infinity;

/** Takes the keys of cards; returns whether this was one. */
function readKey(event) {
  if (!reader()) return false;
  if (event.key === "Enter") return event.timeStamp - lastKey < BURST;
  if (event.key === "Escape" || event.key === "Backspace") return clearReader();
  const key = letterOf(event);
  if (!key) return false;
  const burst = event.timeStamp - lastKey < BURST;
  lastKey = event.timeStamp;
  settleWaiting(burst);
  if (rank) readSuit(key, burst);
  else readRank(key, burst);
  return true;
}

/** The letter or digit of a key, if it has one. With Shift held down a digit types a sign. */
function letterOf({ key, code }) {
  if (/^[0-9a-z]$/i.test(key)) return key.toUpperCase();
  return key.length === 1 ? code.match(/^Digit([0-9])$/)?.[1] : undefined;
}

function readRank(key, burst) {
  const { ranks, suits, rankFirst } = reader().dataset;
  const button = buttonOf(key);
  if (ranks.includes(key) && (burst || !button || pad())) holdRank(key);
  else if (burst) lose([`?${key}`]);
  else if (button) waiting = { key, timer: setTimeout(settleWaiting, HOLD) };
  else if (suits.includes(key.toLowerCase())) hint(rankFirst);
}

function readSuit(key, burst) {
  const { ranks, suits } = reader().dataset;
  const suit = key.toLowerCase();
  if (suits.includes(suit)) return sendCard(rank + suit);
  if (!ranks.includes(key)) return askForSuit();
  // A hand corrects the rank; in a burst the suit is missing.
  if (burst) lose([`${rank}?`]);
  holdRank(key);
}

/** Ends the wait of a key: in a burst it may be a rank, else it is for its button. */
function settleWaiting(burst = false) {
  if (!waiting) return;
  const { key, timer } = waiting;
  clearTimeout(timer);
  waiting = undefined;
  if (!burst) press(buttonOf(key));
  else if (reader().dataset.ranks.includes(key)) holdRank(key);
  else lose([`?${key}`]);
}

function holdRank(letter) {
  rank = letter;
  hint("");
  showRank();
}

/** Shows the rank that waits: on the pad, or in words if there is none. */
function showRank() {
  for (const choice of pad()?.elements.rank ?? []) choice.checked = choice.value === rank;
  if (rank && reader() && !pad()) askForSuit();
}

const askForSuit = () => hint(reader().dataset.suitNext.replace("{cards}", rank));

/** Cards that were keyed and not recorded. */
let unrecorded = [];

/** Names cards that are not recorded, and why. */
function lose(cards, why = "") {
  unrecorded.push(...cards);
  const { dataset } = reader() ?? {};
  if (!dataset) return;
  const noted = Object.assign(document.createElement("button"), { type: "button", textContent: dataset.noted });
  noted.append(" ", Object.assign(document.createElement("kbd"), { textContent: "Esc" }));
  noted.addEventListener("click", clearReader);
  line("lost", `${dataset.lost.replace("{cards}", unrecorded.join(" "))} ${why} `).append(noted);
}

const hint = (words) => line("hint", words);

/** Replaces a line of the reader by these words. */
function line(name, words) {
  reader()?.querySelector(`.${name}`)?.remove();
  const made = Object.assign(document.createElement("p"), { className: `problem ${name}`, textContent: words });
  if (words) reader()?.append(made);
  return made;
}

/** Cancels the rank that waits and clears what was said; returns whether there was anything. */
function clearReader() {
  const any = Boolean(rank || reader()?.hasChildNodes());
  unrecorded = [];
  line("lost", "");
  holdRank("");
  return any;
}

/** Cards on their way to the server. */
const onTheWay = [];
function sendCard(card) {
  holdRank("");
  const { to, elsewhere, unsure } = reader().dataset;
  if (!to) return lose([card], elsewhere);
  onTheWay.push(card);
  inOrder(async () => {
    const [next] = onTheWay;
    // Cards after one that was not recorded would lie in its place: they are not sent either.
    if (!next) return;
    try {
      const { text } = await post(to, new URLSearchParams({ say: "shoe", rank: next[0], suit: next[1] }));
      const answer = new DOMParser().parseFromString(text, "text/html").body;
      if (answer.querySelector(".said:empty")) return recorded(onTheWay.shift());
      lose(onTheWay.splice(0), answer.textContent.trim());
    } catch (failure) {
      lose(onTheWay.splice(0), unsure);
      throw failure;
    }
  });
}

function recorded(card) {
  const at = unrecorded.indexOf(card);
  if (at >= 0) unrecorded.splice(at, 1);
  if (!unrecorded.length) line("lost", "");
}

addEventListener("change", ({ target }) => {
  if (target.form?.id === "pad" && target.name === "rank") holdRank(target.value);
});
addEventListener("reset", ({ target }) => {
  if (target.id === "pad") clearReader();
});

/* Clocks ------------------------------------------------------------------------------------------------------- */

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

/** Marks a page on which every key and click is heard and, if it is live, the present state is shown. Tests wait for it. */
function markReady() {
  requestAnimationFrame(() => (document.documentElement.dataset.ready = ""));
}
if (body.dataset.live) connect();
else markReady();
