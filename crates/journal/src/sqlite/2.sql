-- What was put on a shelf and taken from it, record by record: what lies there now is what was last put there. `digest` is
-- the SHA-256 of what the fact says, null where it was taken away.
create table facts (
    entry integer not null references records,
    n integer not null,
    shelf text not null,
    key text not null,
    digest blob check (length(digest) = 32),
    primary key (entry, n)
) strict, without rowid;
create trigger facts_stay before update on facts begin select raise(abort, 'facts are never changed'); end;
create trigger facts_last before delete on facts begin select raise(abort, 'facts are never deleted'); end;

-- The last verification knew of no facts.
delete from checkpoint;
