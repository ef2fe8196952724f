-- What was tried and refused, or not finished, for support: no row names an account or an address.

create table "attempts" (
  "id" text primary key, -- begins with the time, so that ids are in its order
  "at" bigint not null,
  "log_id" text not null, -- of the call, or of the one that asked for a message
  "step" text not null,
  "error" text not null,
  "subject" text not null, -- keyed hash of the login or address, empty where none was sent
  "aid" bigint not null,
  "browser" text not null, -- keyed hash of the web id, empty without one
  "device" text not null,
  "network" text not null, -- without its last part
  "detail" text not null, -- JSON
  "count" bigint not null -- attempts that the row stands for
);
create index "attempts_subject" on "attempts" ("subject", "at");
create index "attempts_browser" on "attempts" ("browser", "at");

-- The call that asked for a code, else empty.
alter table "outbox" add column "log_id" text not null default '';
