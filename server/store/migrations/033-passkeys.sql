-- Passkeys (WebAuthn), and the challenges that were answered.

create table "passkeys" (
  "id" text primary key,
  "credential_id" text not null unique, -- base64url
  "account_id" text not null references "accounts" ("id") on delete cascade,
  "rp_id" text not null, -- domain that it belongs to
  "user_handle" text not null, -- base64url
  "public_key" bytea not null, -- COSE
  "algorithm" bigint not null, -- COSE
  "counter" bigint not null, -- of signatures; 0 for one that does not count
  "transports" text not null, -- separated by commas
  "aaguid" text not null, -- names the provider
  "is_backup_eligible" bigint not null,
  "is_backed_up" bigint not null,
  "state" text not null, -- active, or suspect where there seems to be a copy
  "name" text not null,
  "created_at" bigint not null,
  "last_used_at" bigint not null -- 0 for never
);
create index "passkeys_account_id" on "passkeys" ("account_id");

create table "passkey_challenges" (
  "hash" text primary key,
  "expires_at" bigint not null
);
create index "passkey_challenges_expires_at" on "passkey_challenges" ("expires_at");
