-- What tokens end with besides their session: everybody being signed out, and their organization being frozen.

alter table "oauth_authorizations" add column "began_at" bigint not null default 0;

-- Epoch of the organization that the person answered for; 0 for oneself
alter table "oauth_authorizations" add column "organization_epoch" bigint not null default 0;
