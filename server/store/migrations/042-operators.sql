-- People with a role in the console, their sessions there, and the record of what operators do.

create table "operators" (
  "account_id" text primary key references "accounts" ("id") on delete cascade,
  "role" text not null, -- support, admin or owner
  "added_by" text not null,
  "added_at" bigint not null
);

create table "console_sessions" (
  "hash" text primary key, -- SHA-256 of the cookie, hex
  "account_id" text not null references "accounts" ("id") on delete cascade,
  "session_id" text not null, -- of the account's session that it ends with
  "proved_at" bigint not null,
  "last_seen_at" bigint not null,
  "expires_at" bigint not null
);
create index "console_sessions_account_id" on "console_sessions" ("account_id");
create index "console_sessions_expires_at" on "console_sessions" ("expires_at");

create table "operator_events" (
  "id" text primary key,
  "at" bigint not null,
  "actor" text not null, -- the account of an operator, or cli
  "action" text not null, -- such as person.ban
  "target" text not null, -- an id; empty for none
  "reason" text not null,
  "detail" text not null, -- such as the role that was given; empty for none
  "network" text not null -- without its last part
);
create index "operator_events_at" on "operator_events" ("at", "id");
create index "operator_events_target" on "operator_events" ("target", "at", "id");
create index "operator_events_actor" on "operator_events" ("actor", "at", "id");
