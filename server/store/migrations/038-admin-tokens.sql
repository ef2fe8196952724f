-- Tokens of the admin API, and the keys by which a repeated creation is recognised.

create table "admin_tokens" (
  "id" text primary key,
  "name" text not null,
  "hash" text not null, -- SHA-256 of the token, hex
  "scopes" text not null, -- separated by spaces
  "aid" bigint, -- the only application whose people it sees; null for all
  "networks" text not null, -- ranges separated by commas; empty for all
  "created_at" bigint not null,
  "expires_at" bigint not null,
  "last_used_at" bigint not null, -- 0 for never
  "ended_at" bigint not null -- 0 while it has not been ended
);
create unique index "admin_tokens_hash" on "admin_tokens" ("hash");

create table "idempotency_keys" (
  "token_id" text not null references "admin_tokens" ("id") on delete cascade,
  "key" text not null,
  "request_digest" text not null, -- keyed hash of the body, which may hold a password
  "account_id" text references "accounts" ("id") on delete cascade, -- null within the transaction that makes it
  "expires_at" bigint not null,
  primary key ("token_id", "key")
);
create index "idempotency_keys_expires_at" on "idempotency_keys" ("expires_at");
create index "idempotency_keys_account_id" on "idempotency_keys" ("account_id");
