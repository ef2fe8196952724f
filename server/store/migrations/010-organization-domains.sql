-- Domains that organizations prove by a code mailed to their postmaster.

create table "organization_domains" (
  "organization_id" text not null references "organizations" ("id") on delete cascade,
  "domain" text not null, -- In lower case, ASCII
  "aid" bigint not null, -- Application of the organization
  "state" text not null, -- "pending" or "verified"
  "mailbox" text not null, -- Local part that the code was sent to
  "code_hash" text not null, -- Keyed hash; empty once verified
  "tries" bigint not null,
  "sent_at" bigint not null,
  "expires_at" bigint not null, -- Of the code
  "verified_at" bigint not null,
  primary key ("organization_id", "domain")
);
create unique index "organization_domains_verified" on "organization_domains" ("aid", "domain") where "state" = 'verified';
