-- Programs of others that people let in, by OAuth 2.1 and OpenID Connect.

create table "oauth_clients" (
  "id" text primary key,
  "name" text not null,
  "state" text not null, -- "active" or "frozen"
  "redirects" text not null, -- JSON list
  "scopes" text not null, -- With spaces between
  "secret_hash" text not null, -- SHA-256, hex; empty for a client that can keep none
  "needs_pkce" bigint not null, -- 0 for old applications with a secret that cannot do it
  "created_at" bigint not null
);

create table "oauth_grants" (
  "id" text primary key, -- The person's id for this client, its "sub"
  "client_id" text not null references "oauth_clients" ("id") on delete cascade,
  "account_id" text not null references "accounts" ("id") on delete cascade,
  "granted" text not null, -- Scopes; empty once the grant is revoked
  "refused" text not null, -- Scopes that were asked for and not given
  "version" bigint not null, -- Tokens of a former version are dead
  "created_at" bigint not null,
  "changed_at" bigint not null,
  unique ("account_id", "client_id")
);

create table "oauth_authorizations" (
  "id" text primary key,
  "grant_id" text not null references "oauth_grants" ("id") on delete cascade,
  "grant_version" bigint not null,
  "session_hash" text not null, -- Session that its tokens end with; empty for none
  "expires_at" bigint not null
);

create index "oauth_authorizations_grant" on "oauth_authorizations" ("grant_id");
create index "oauth_authorizations_expires" on "oauth_authorizations" ("expires_at");

create table "oauth_tokens" (
  "hash" text primary key, -- SHA-256 of the reference, hex
  "kind" text not null, -- Model of the engine, such as "AccessToken"
  "authorization_id" text not null references "oauth_authorizations" ("id") on delete cascade,
  "payload" text not null, -- JSON of the engine
  "consumed_at" bigint, -- When it was used up
  "expires_at" bigint not null
);

create index "oauth_tokens_authorization" on "oauth_tokens" ("authorization_id");
create index "oauth_tokens_expires" on "oauth_tokens" ("expires_at");

create table "oauth_keys" (
  "kid" text primary key,
  "public_key" text not null, -- JWK
  "private_key" text not null, -- JWK, encrypted
  "signs_from" bigint not null,
  "expires_at" bigint not null,
  unique ("signs_from")
);
