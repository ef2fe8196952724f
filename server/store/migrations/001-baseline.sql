-- SQL for SQLite and PostgreSQL alike: names are quoted, each statement ends its line with a semicolon.
-- Times are milliseconds since 1970 unless a comment says otherwise, booleans are 0 and 1.

-- Accounts and what belongs to them.

create table "accounts" (
  "id" text primary key,
  "name" text not null,
  "email" text, -- like the next two a copy, not unique: "identifiers" decides
  "mobile" text,
  "username" text,
  "unverified_email" text unique,
  "password_hash" text,
  "avatar_key" text,
  "background_key" text,
  "locale" text not null,
  "description" text not null,
  "gender" bigint not null,
  "birthday" text not null,
  "state" text not null,
  "cancel_at" bigint, -- When a scheduled deletion is due
  "created_aid" bigint not null,
  "created_at" bigint not null
);
create index "accounts_cancel_at" on "accounts" ("cancel_at");

-- Proved e-mail addresses, mobile numbers and usernames: unique, and the way to find an account.
create table "identifiers" (
  "kind" text not null,
  "value" text not null,
  "account_id" text not null references "accounts" ("id") on delete cascade,
  primary key ("kind", "value")
);
create unique index "identifiers_account_id_kind" on "identifiers" ("account_id", "kind");

-- Addresses that accounts had lately, so that support can put them back.
create table "former_addresses" (
  "id" text primary key,
  "account_id" text not null references "accounts" ("id") on delete cascade,
  "channel" text not null,
  "address" text not null,
  "left_at" bigint not null,
  "expires_at" bigint not null
);
create index "former_addresses_account_id" on "former_addresses" ("account_id");
create index "former_addresses_address" on "former_addresses" ("address");
create index "former_addresses_expires_at" on "former_addresses" ("expires_at");

-- Keyed hashes of addresses whose account was erased.
create table "erased_addresses" (
  "hash" text primary key,
  "expires_at" bigint not null
);
create index "erased_addresses_expires_at" on "erased_addresses" ("expires_at");

create table "linked_accounts" (
  "provider" text not null,
  "sub" text not null,
  "account_id" text not null,
  "screen_name" text not null,
  "avatar" text not null,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  primary key ("provider", "sub")
);
create unique index "linked_accounts_account_id_provider" on "linked_accounts" ("account_id", "provider");

create table "avatars" (
  "key" text primary key,
  "account_id" text not null references "accounts" ("id") on delete cascade,
  "bytes" bytea not null,
  "created_at" bigint not null
);
create index "avatars_account_id" on "avatars" ("account_id");

create table "pictures" (
  "key" text primary key,
  "account_id" text not null references "accounts" ("id") on delete cascade,
  "is_sensitive" bigint not null,
  "bytes" bytea not null,
  "created_at" bigint not null
);
create index "pictures_account_id" on "pictures" ("account_id");

create table "security_events" (
  "id" text primary key,
  "account_id" text not null,
  "kind" text not null,
  "by" text not null,
  "aid" bigint not null,
  "device" text not null,
  "address" text not null,
  "at" bigint not null
);
create index "security_events_account_id_at" on "security_events" ("account_id", "at");
create index "security_events_at" on "security_events" ("at");

-- Sessions, and the organizations that a session may act for.

create table "sessions" (
  "hash" text primary key, -- SHA-256 of the cookie, hex
  "id" text not null unique,
  "account_id" text not null references "accounts" ("id") on delete cascade,
  "membership_id" text not null, -- Empty for the person
  "aid" bigint not null,
  "source" text not null,
  "device" text not null,
  "address" text not null,
  "created_at" bigint not null,
  "proved_at" bigint not null,
  "last_seen_at" bigint not null,
  "expires_at" bigint not null
);
create index "sessions_account_id" on "sessions" ("account_id");
create index "sessions_expires_at" on "sessions" ("expires_at");

create table "organizations" (
  "id" text primary key,
  "aid" bigint not null,
  "name" text not null,
  "logo_url" text not null,
  "is_frozen" bigint not null,
  "created_at" bigint not null
);

create table "memberships" (
  "id" text primary key,
  "organization_id" text not null references "organizations" ("id") on delete cascade,
  "account_id" text not null references "accounts" ("id") on delete cascade,
  "name" text not null,
  "is_manager" bigint not null,
  "is_frozen" bigint not null,
  "is_organization_frozen" bigint not null, -- A copy, so that one conditional statement sees both
  "created_at" bigint not null,
  "last_login_at" bigint not null
);
create index "memberships_organization_id" on "memberships" ("organization_id");
create unique index "memberships_account_id_organization_id" on "memberships" ("account_id", "organization_id");

-- Proofs.

create table "codes" (
  "aid" bigint not null,
  "recipient" text not null, -- Keyed hash of the address
  "type" bigint not null,
  "hash" text not null, -- Keyed hash of the code; empty once it was used
  "tries" bigint not null,
  "sent_at" bigint not null,
  "expires_at" bigint not null,
  primary key ("aid", "recipient", "type")
);
create index "codes_expires_at" on "codes" ("expires_at");

create table "tickets" (
  "hash" text primary key, -- SHA-256 of the reference, hex
  "purpose" text not null,
  "aid" bigint not null,
  "holder" text not null,
  "data" text not null, -- JSON object
  "expires_at" bigint not null
);
create index "tickets_expires_at" on "tickets" ("expires_at");
create index "tickets_holder_purpose" on "tickets" ("holder", "purpose");

create table "verifications" (
  "key_hash" text primary key, -- SHA-256 of the `sms_code_key`, hex
  "ticket_hash" text not null, -- SHA-256 of the `verify_ticket`, hex
  "account_id" text not null references "accounts" ("id") on delete cascade,
  "aid" bigint not null,
  "web_id" text not null, -- Keyed hash of the web id
  "operation" text not null,
  "request_digest" text not null,
  "methods" text not null, -- JSON list
  "state" text not null,
  "tries" bigint not null,
  "expires_at" bigint not null
);
create index "verifications_ticket_hash" on "verifications" ("ticket_hash");
create index "verifications_account_id" on "verifications" ("account_id");
create index "verifications_expires_at" on "verifications" ("expires_at");

create table "trusted_devices" (
  "account_id" text not null references "accounts" ("id") on delete cascade,
  "web_id" text not null, -- Keyed hash of the web id
  "first_seen_at" bigint not null,
  "last_seen_at" bigint not null,
  primary key ("account_id", "web_id")
);
create index "trusted_devices_last_seen_at" on "trusted_devices" ("last_seen_at");

create table "qr_codes" (
  "id" text primary key,
  "aid" bigint not null,
  "state" text not null,
  "bind_hash" text not null,
  "holder" text not null,
  "network" text not null,
  "place" text not null,
  "device" text not null,
  "next" text not null,
  "scanned_by" text not null,
  "scanned_aid" bigint not null,
  "answered_in" text not null,
  "renewed" bigint not null, -- 1 once another code has replaced it
  "last_polled_at" bigint not null,
  "created_at" bigint not null,
  "expires_at" bigint not null
);
create index "qr_codes_holder_expires_at" on "qr_codes" ("holder", "expires_at");
create index "qr_codes_expires_at" on "qr_codes" ("expires_at");

-- Limits.

create table "rate_limits" (
  "key" text primary key,
  "count" bigint not null,
  "expires_at" bigint not null
);
create index "rate_limits_expires_at" on "rate_limits" ("expires_at");

create table "attempt_limits" (
  "key" text primary key,
  "failures" bigint not null,
  "locked_until" bigint not null,
  "updated_at" bigint not null
);
create index "attempt_limits_updated_at" on "attempt_limits" ("updated_at");

-- Captcha.

create table "captcha_decisions" (
  "id" text primary key,
  "aid" bigint not null,
  "web_id" text not null,
  "operation" text not null,
  "request_digest" text not null,
  "kind" text not null,
  "contact" text not null, -- Sealed address that a link may be sent to; empty where there is none
  "state" text not null,
  "issued" bigint not null,
  "tries" bigint not null,
  "created_at" bigint not null,
  "expires_at" bigint not null
);
create index "captcha_decisions_request" on "captcha_decisions" ("web_id", "operation", "request_digest");
create index "captcha_decisions_expires_at" on "captcha_decisions" ("expires_at");

create table "captcha_challenges" (
  "id" text primary key,
  "decision_id" text not null,
  "web_id" text not null,
  "kind" text not null,
  "answer" text not null, -- JSON; never leaves the server
  "state" text not null,
  "issued_at" bigint not null,
  "expires_at" bigint not null
);
create index "captcha_challenges_decision_id" on "captcha_challenges" ("decision_id");
create index "captcha_challenges_expires_at" on "captcha_challenges" ("expires_at");

create table "captcha_counters" (
  "key" text primary key,
  "count" bigint not null,
  "resets_at" bigint not null,
  "changed_at" bigint not null
);
create index "captcha_counters_resets_at" on "captcha_counters" ("resets_at");

-- Applications, sealing, delivery.

create table "apps" (
  "aid" bigint primary key,
  "name" text not null,
  "origins" text not null, -- JSON list
  "redirects" text not null, -- JSON list
  "settings" text not null, -- JSON object
  "created_at" bigint not null
);

-- Times in seconds.
create table "seal_keys" (
  "kid" text primary key,
  "public_key" text not null,
  "secret_key" text not null,
  "nbf" bigint not null unique,
  "exp" bigint not null
);

create table "seal_uses" (
  "jti" text primary key,
  "expires_at" bigint not null
);
create index "seal_uses_expires_at" on "seal_uses" ("expires_at");

-- One-way marks of the secrets that the database was first used with.
create table "secret_marks" (
  "name" text primary key,
  "mark" text not null
);

create table "outbox" (
  "id" text primary key,
  "channel" text not null,
  "recipient" text not null,
  "subject" text not null,
  "body" text not null,
  "code" text not null,
  "one_click" text not null, -- Address that ends a mailing list (RFC 8058); empty for mails of no list
  "created_at" bigint not null,
  "due_at" bigint not null,
  "attempts" bigint not null
);
create index "outbox_due_at" on "outbox" ("due_at");

create table "mailbox" (
  "id" text primary key,
  "channel" text not null,
  "recipient" text not null,
  "subject" text not null,
  "body" text not null,
  "code" text not null,
  "created_at" bigint not null
);
create index "mailbox_created_at" on "mailbox" ("created_at");

create table "telemetry" (
  "day" text not null,
  "aid" bigint not null,
  "kind" text not null,
  "name" text not null,
  "bucket" bigint not null,
  "count" bigint not null,
  "sum" bigint not null,
  primary key ("day", "aid", "kind", "name", "bucket")
);

-- Pages of the site.

create table "early_access" (
  "id" text primary key,
  "aid" bigint not null,
  "email" text not null,
  "name" text not null,
  "about" text not null,
  "system" text not null,
  "language" text not null,
  "state" text not null,
  "code_hash" text not null, -- Keyed hash of the code of an invitation; empty while there is none
  "account_id" text references "accounts" ("id") on delete cascade,
  "created_at" bigint not null,
  "expires_at" bigint -- Null once confirmed
);
create unique index "early_access_aid_email" on "early_access" ("aid", "email");
create index "early_access_code_hash" on "early_access" ("code_hash");
create index "early_access_account_id" on "early_access" ("account_id");
create index "early_access_expires_at" on "early_access" ("expires_at");

create table "promo_codes" (
  "code" text primary key,
  "percent" bigint not null,
  "months" bigint not null,
  "uses_left" bigint not null,
  "until" bigint,
  "created_at" bigint not null
);

create table "promo_uses" (
  "code" text not null,
  "account_id" text not null references "accounts" ("id") on delete cascade,
  "used_at" bigint not null,
  primary key ("code", "account_id")
);
create index "promo_uses_account_id" on "promo_uses" ("account_id");

create table "plans" (
  "account_id" text primary key references "accounts" ("id") on delete cascade,
  "plan" text not null,
  "until" bigint,
  "chosen" text not null,
  "billing" text not null,
  "currency" text not null,
  "chosen_at" bigint -- Null while nothing is chosen
);
create index "plans_chosen_at" on "plans" ("chosen_at");
