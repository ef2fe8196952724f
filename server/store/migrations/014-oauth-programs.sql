-- Clients that prove themselves by keys, register themselves or call by themselves, and resources that tokens are for.

-- Or "dynamic", for one that registered itself, or "document"
alter table "oauth_clients" add column "kind" text not null default 'registered';

-- JSON
alter table "oauth_clients" add column "details" text not null default '{}';

-- When a client that registered itself is gone
alter table "oauth_clients" add column "expires_at" bigint;

create index "oauth_clients_expires" on "oauth_clients" ("expires_at");

-- The session in which it began, though its tokens may outlive that.
alter table "oauth_authorizations" add column "began_in" text not null default '';

create index "oauth_authorizations_began" on "oauth_authorizations" ("began_in");

-- References that belong to a client, and to no person.
create table "oauth_references" (
  "hash" text primary key, -- SHA-256 of the reference, hex
  "kind" text not null, -- Model of the engine, such as "PushedAuthorizationRequest"
  "client_id" text not null, -- Empty for one that any client may use
  "payload" text not null, -- JSON of the engine
  "used_at" bigint, -- When it was first used
  "expires_at" bigint not null
);

create index "oauth_references_expires" on "oauth_references" ("expires_at");

-- Proofs and assertions that were shown, each of which counts once.
create table "oauth_replays" (
  "hash" text primary key, -- SHA-256, hex
  "expires_at" bigint not null
);

create index "oauth_replays_expires" on "oauth_replays" ("expires_at");

-- Other servers that tokens are for (RFC 8707).
create table "oauth_resources" (
  "id" text primary key, -- Its address, the audience of its tokens
  "name" text not null,
  "scopes" text not null, -- JSON, by name what people read
  "format" text not null, -- "opaque" or "jwt"
  "client_id" text not null, -- Client that may ask about its tokens; empty for none
  "created_at" bigint not null
);
