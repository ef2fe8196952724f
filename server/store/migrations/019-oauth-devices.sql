-- Devices that ask to be signed in by a code that a person types elsewhere (RFC 8628).

create table "oauth_device_codes" (
  "hash" text primary key, -- SHA-256 of the reference that the device polls with, hex
  "user_code_hash" text not null unique, -- Keyed hash of what the person types
  "client_id" text not null,
  "state" text not null, -- "open", "taken" while an answer is stored, "allowed", "refused" or "used"
  "payload" text not null, -- JSON of the engine
  "interval_ms" bigint not null, -- Least time between two polls
  "last_polled_at" bigint not null,
  "created_at" bigint not null,
  "expires_at" bigint not null
);

create index "oauth_device_codes_expires" on "oauth_device_codes" ("expires_at");
