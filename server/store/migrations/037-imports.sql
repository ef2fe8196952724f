-- Accounts that came from other products.

create table "imports" (
  "id" text primary key,
  "source" text not null,
  "file_digest" text not null, -- SHA-256 of the files, hex
  "options" text not null, -- JSON
  "secret" text not null, -- key that its password hashes need, encrypted; empty for none
  "state" text not null, -- running or done; one that was stopped stays running
  "read" bigint not null,
  "created" bigint not null,
  "skipped" bigint not null, -- rows that made no account
  "started_at" bigint not null,
  "finished_at" bigint not null -- 0 until it is done
);

create table "imported_accounts" (
  "source" text not null,
  "external_id" text not null,
  "account_id" text not null references "accounts" ("id") on delete cascade,
  primary key ("source", "external_id")
);
create index "imported_accounts_account_id" on "imported_accounts" ("account_id");
