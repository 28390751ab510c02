-- Streams and who may write to them.
create table streams (id integer primary key, name text not null unique) strict;
create table leases (
    stream integer primary key references streams, epoch integer not null, server text, until integer not null
) strict;
insert into streams (id, name) values (1, 'house');
insert into leases (stream, epoch, until) values (1, 0, 0);

-- What happened. `entry` is the order of the whole journal, `seq` that of the stream.
create table records (
    entry integer primary key,
    stream integer not null references streams,
    seq integer not null check (seq > 0),
    at integer not null,
    epoch integer not null,
    prev blob not null check (length(prev) = 32),
    hash blob not null check (length(hash) = 32),
    command text,
    answer text,
    body text not null,
    check ((command is null) = (answer is null))
) strict;
create unique index records_by_stream on records (stream, seq);
create unique index records_by_command on records (command) where command is not null;

-- Where the chips are, and every movement of them.
create table accounts (
    id integer primary key,
    name text not null unique,
    balance integer not null,
    check (balance >= 0 or not (name glob 'player/*' or name glob 'stakes/*'))
) strict;
create table postings (
    entry integer not null references records,
    n integer not null,
    account integer not null references accounts,
    amount integer not null,
    primary key (entry, n)
) strict, without rowid;
create index postings_by_account on postings (account, entry);

-- Rounds, to be found again. `stream` and `closed_at` stand here once more so that one index answers.
create table rounds (
    entry integer primary key references records,
    stream integer not null,
    number integer not null,
    first integer not null,
    opened_at integer not null,
    closed_at integer not null
) strict;
create index rounds_by_time on rounds (closed_at, entry);
create index rounds_by_stream on rounds (stream, closed_at, entry);
create index rounds_by_number on rounds (number, closed_at, entry);
create table players (
    entry integer not null references rounds,
    n integer not null,
    player text not null,
    stream integer not null,
    closed_at integer not null,
    primary key (entry, n)
) strict, without rowid;
create index players_by_name on players (player, closed_at, entry, stream);

-- What is so now, and how far the journal was last found to be in order.
create table shelves (shelf text not null, key text not null, body text not null, primary key (shelf, key))
    strict, without rowid;
create table checkpoint (id integer primary key check (id = 1), body text not null, hash blob not null) strict;

-- History is never edited.
create trigger streams_stay before update on streams begin select raise(abort, 'streams are never changed'); end;
create trigger streams_last before delete on streams begin select raise(abort, 'streams are never deleted'); end;
create trigger records_stay before update on records begin select raise(abort, 'records are never changed'); end;
create trigger records_last before delete on records begin select raise(abort, 'records are never deleted'); end;
create trigger postings_stay before update on postings begin select raise(abort, 'postings are never changed'); end;
create trigger postings_last before delete on postings begin select raise(abort, 'postings are never deleted'); end;
create trigger rounds_stay before update on rounds begin select raise(abort, 'rounds are never changed'); end;
create trigger rounds_last before delete on rounds begin select raise(abort, 'rounds are never deleted'); end;
create trigger players_stay before update on players begin select raise(abort, 'players are never changed'); end;
create trigger players_last before delete on players begin select raise(abort, 'players are never deleted'); end;
