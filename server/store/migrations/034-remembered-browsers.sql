-- Browsers that are not asked for a second proof at sign-in.

create table "remembered_browsers" (
  "token_hash" text primary key, -- SHA-256 of the cookie, hex
  "id" text not null unique,
  "account_id" text not null references "accounts" ("id") on delete cascade,
  "device" text not null, -- browser and operating system
  "created_at" bigint not null,
  "last_used_at" bigint not null, -- 0 for never
  "expires_at" bigint not null
);
create index "remembered_browsers_account_id" on "remembered_browsers" ("account_id");
create index "remembered_browsers_expires_at" on "remembered_browsers" ("expires_at");
