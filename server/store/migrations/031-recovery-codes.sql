-- Codes that stand in once each for a lost authenticator app.

create table "recovery_codes" (
  "account_id" text not null references "accounts" ("id") on delete cascade,
  "hash" text not null, -- Argon2id by the salt
  "salt" text not null, -- with the parameters of Argon2id; the same for all codes made at once
  "made_at" bigint not null,
  "used_at" bigint not null default 0, -- 0 for never
  primary key ("account_id", "hash")
);
