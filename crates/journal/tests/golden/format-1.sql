-- A journal as the first program wrote it, dumped: facts lie on shelves, and the chain does not cover them.
pragma foreign_keys = off;
BEGIN TRANSACTION;
CREATE TABLE accounts (
    id integer primary key,
    name text not null unique,
    balance integer not null,
    check (balance >= 0 or not (name glob 'player/*' or name glob 'stakes/*'))
) strict;
INSERT INTO "accounts" VALUES(1,'cage',-5000);
INSERT INTO "accounts" VALUES(2,'player/zoë',4000);
INSERT INTO "accounts" VALUES(3,'stakes/one',0);
INSERT INTO "accounts" VALUES(4,'house/one',1000);
CREATE TABLE checkpoint (id integer primary key check (id = 1), body text not null, hash blob not null) strict;
INSERT INTO "checkpoint" VALUES(1,'entry 7
head 2 ba998f522bfef64a1aa585b7ff4daaf2a87b87fade12746730c40dbe8067d04e house
head 3 1a13bb44b0d3da88d4a391dd90475e630340bb80e3077638db5ddffea208cd7b people/floor
head 2 c89107dbd439abc31c9bf121afcbd1e2226cee681413d5f2d3899392c46e9e88 table/one
balance -5000 cage
balance 1000 house/one
balance 4000 player/zoë
balance 0 stakes/one
',X'551D2AF06838AA44C7257328B8C8B0DC13921A1971A0160D7D9C1B7EF1A79FB6');
CREATE TABLE leases (
    stream integer primary key references streams, epoch integer not null, server text, until integer not null
) strict;
INSERT INTO "leases" VALUES(1,0,NULL,0);
INSERT INTO "leases" VALUES(2,0,NULL,0);
INSERT INTO "leases" VALUES(3,1,'floor',1795021329932);
CREATE TABLE players (
    entry integer not null references rounds,
    n integer not null,
    player text not null,
    stream integer not null,
    closed_at integer not null,
    primary key (entry, n)
) strict, without rowid;
INSERT INTO "players" VALUES(7,0,'zoë',3,1700000000005);
CREATE TABLE postings (
    entry integer not null references records,
    n integer not null,
    account integer not null references accounts,
    amount integer not null,
    primary key (entry, n)
) strict, without rowid;
INSERT INTO "postings" VALUES(4,0,1,-5000);
INSERT INTO "postings" VALUES(4,1,2,5000);
INSERT INTO "postings" VALUES(6,0,2,-1000);
INSERT INTO "postings" VALUES(6,1,3,1000);
INSERT INTO "postings" VALUES(7,0,3,-1000);
INSERT INTO "postings" VALUES(7,1,4,1000);
CREATE TABLE records (
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
INSERT INTO "records" VALUES(1,1,1,1700000000000,0,X'0000000000000000000000000000000000000000000000000000000000000000',X'6B7F9D628371D6380FC9BD125929F747541B4E9F396170A08025650F046F7468',NULL,NULL,'{"announce":"people/floor"}');
INSERT INTO "records" VALUES(2,1,2,1700000000000,0,X'6B7F9D628371D6380FC9BD125929F747541B4E9F396170A08025650F046F7468',X'BA998F522BFEF64A1AA585B7FF4DAAF2A87B87FADE12746730C40DBE8067D04E',NULL,NULL,'{"announce":"table/one"}');
INSERT INTO "records" VALUES(3,2,1,1700000000001,0,X'0000000000000000000000000000000000000000000000000000000000000000',X'5CAD49E4BD0DD7FCEB788993D4C51504650C3B8C6579717868A6AD0E5DEFBB5D',NULL,NULL,'{"did":"added"}');
INSERT INTO "records" VALUES(4,2,2,1700000000002,0,X'5CAD49E4BD0DD7FCEB788993D4C51504650C3B8C6579717868A6AD0E5DEFBB5D',X'710E292550E3F277D7F06726872FBC463A0C25A77250D4619B937A9856842B48',NULL,NULL,'{"did":"bought"}');
INSERT INTO "records" VALUES(5,2,3,1700000000003,0,X'710E292550E3F277D7F06726872FBC463A0C25A77250D4619B937A9856842B48',X'1A13BB44B0D3DA88D4A391DD90475E630340BB80E3077638DB5DDFFEA208CD7B',NULL,NULL,'{"did":"signed in"}');
INSERT INTO "records" VALUES(6,3,1,1700000000004,1,X'0000000000000000000000000000000000000000000000000000000000000000',X'19F87D96D374E0AFED0991127FADF02DCC28424B71362FF712A567B8D15CEA56','zoë-1','{"seq":1}','{"said":"bets"}');
INSERT INTO "records" VALUES(7,3,2,1700000000005,1,X'19F87D96D374E0AFED0991127FADF02DCC28424B71362FF712A567B8D15CEA56',X'C89107DBD439ABC31C9BF121AFCBD1E2226CEE681413D5F2D3899392C46E9E88',NULL,NULL,'{"said":"settled"}');
CREATE TABLE rounds (
    entry integer primary key references records,
    stream integer not null,
    number integer not null,
    first integer not null,
    opened_at integer not null,
    closed_at integer not null
) strict;
INSERT INTO "rounds" VALUES(7,3,1,1,1700000000004,1700000000005);
CREATE TABLE shelves (shelf text not null, key text not null, body text not null, primary key (shelf, key))
    strict, without rowid;
INSERT INTO "shelves" VALUES('config','one','{"game":"plus"}');
INSERT INTO "shelves" VALUES('meters','one','{"rounds":1}');
INSERT INTO "shelves" VALUES('people','admin','{"role":"administrator"}');
INSERT INTO "shelves" VALUES('people','zoë','{"role":"player"}');
INSERT INTO "shelves" VALUES('sessions','f1','zoë');
INSERT INTO "shelves" VALUES('shoes','one','5e5e');
CREATE TABLE streams (id integer primary key, name text not null unique) strict;
INSERT INTO "streams" VALUES(1,'house');
INSERT INTO "streams" VALUES(2,'people/floor');
INSERT INTO "streams" VALUES(3,'table/one');
CREATE UNIQUE INDEX records_by_stream on records (stream, seq);
CREATE UNIQUE INDEX records_by_command on records (command) where command is not null;
CREATE INDEX postings_by_account on postings (account, entry);
CREATE INDEX rounds_by_time on rounds (closed_at, entry);
CREATE INDEX rounds_by_stream on rounds (stream, closed_at, entry);
CREATE INDEX rounds_by_number on rounds (number, closed_at, entry);
CREATE INDEX players_by_name on players (player, closed_at, entry, stream);
CREATE TRIGGER streams_stay before update on streams begin select raise(abort, 'streams are never changed'); end;
CREATE TRIGGER streams_last before delete on streams begin select raise(abort, 'streams are never deleted'); end;
CREATE TRIGGER records_stay before update on records begin select raise(abort, 'records are never changed'); end;
CREATE TRIGGER records_last before delete on records begin select raise(abort, 'records are never deleted'); end;
CREATE TRIGGER postings_stay before update on postings begin select raise(abort, 'postings are never changed'); end;
CREATE TRIGGER postings_last before delete on postings begin select raise(abort, 'postings are never deleted'); end;
CREATE TRIGGER rounds_stay before update on rounds begin select raise(abort, 'rounds are never changed'); end;
CREATE TRIGGER rounds_last before delete on rounds begin select raise(abort, 'rounds are never deleted'); end;
CREATE TRIGGER players_stay before update on players begin select raise(abort, 'players are never changed'); end;
CREATE TRIGGER players_last before delete on players begin select raise(abort, 'players are never deleted'); end;
COMMIT;
pragma user_version = 1;
