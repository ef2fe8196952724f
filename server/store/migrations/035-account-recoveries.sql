-- The way back into accounts whose methods are all lost.

create table "account_recoveries" (
  "account_id" text primary key references "accounts" ("id") on delete cascade,
  "key_hash" text not null, -- SHA-256 of the key that finishes it, hex
  "channel" text not null,
  "address" text not null, -- that started it
  "started_at" bigint not null,
  "ready_at" bigint not null,
  "told_at" bigint not null, -- when the owner was told last
  "restricted_until" bigint not null -- 0 until it is done
);
create index "account_recoveries_ready_at" on "account_recoveries" ("ready_at");
