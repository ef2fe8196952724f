-- What waits for a person's answer, and consent as a member of an organization.

-- 1 once an operator knows whose it is.
alter table "oauth_clients" add column "is_verified" bigint not null default 0;

create table "oauth_requests" (
  "hash" text primary key, -- SHA-256 of its ticket, hex
  "browser_hash" text not null, -- SHA-256 of the cookie of the browser that began it, hex
  "params" text not null, -- JSON
  "account_id" text not null, -- Who saw it last; empty for nobody
  "seen_digest" text not null, -- What they saw of the client
  "state" text not null, -- "open" or "decided"
  "created_at" bigint not null,
  "expires_at" bigint not null
);

create index "oauth_requests_expires" on "oauth_requests" ("expires_at");

-- One more column tells grants of a person apart. A table that others refer to is made anew for that,
-- so tokens end once; what people allowed stays.

drop table "oauth_tokens";
drop table "oauth_authorizations";

create table "oauth_grants_before" (
  "id" text primary key,
  "client_id" text not null,
  "account_id" text not null,
  "granted" text not null,
  "refused" text not null,
  "version" bigint not null,
  "created_at" bigint not null,
  "changed_at" bigint not null
);

insert into "oauth_grants_before"
select "id", "client_id", "account_id", "granted", "refused", "version", "created_at", "changed_at"
from "oauth_grants";

drop table "oauth_grants";

create table "oauth_grants" (
  "id" text primary key, -- The person's id for this client, its "sub"
  "client_id" text not null references "oauth_clients" ("id") on delete cascade,
  "account_id" text not null references "accounts" ("id") on delete cascade,
  "membership_id" text not null, -- As whom the person answered; empty for oneself
  "granted" text not null, -- Scopes; empty once the grant is revoked
  "refused" text not null, -- Scopes that were asked for and not given
  "seen_digest" text not null, -- What the person saw of the client: another name or host asks again
  "version" bigint not null, -- Tokens of a former version are dead
  "created_at" bigint not null,
  "changed_at" bigint not null,
  unique ("account_id", "client_id", "membership_id")
);

insert into "oauth_grants"
select "id", "client_id", "account_id", '', "granted", "refused", '', "version", "created_at", "changed_at"
from "oauth_grants_before";

drop table "oauth_grants_before";

create table "oauth_authorizations" (
  "id" text primary key,
  "grant_id" text not null references "oauth_grants" ("id") on delete cascade,
  "grant_version" bigint not null,
  "session_hash" text not null, -- Session that its tokens end with; empty for none
  "began_in" text not null, -- The session in which it began, though its tokens may outlive that
  "expires_at" bigint not null
);

create index "oauth_authorizations_began" on "oauth_authorizations" ("began_in");
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
