-- What was put on a shelf and taken from it, record by record: what lies there now is what was last put there. `digest` is
-- the SHA-256 of what the fact says, null where it was taken away.
create table facts (
    entry bigint not null,
    n bigint not null,
    shelf text not null,
    key text not null,
    digest bytea check (length(digest) = 32),
    primary key (entry, n)
);
create trigger facts_stay before update or delete on facts for each row execute function stays();
create trigger facts_last before truncate on facts for each statement execute function stays();

-- The last verification knew of no facts.
delete from checkpoint;
