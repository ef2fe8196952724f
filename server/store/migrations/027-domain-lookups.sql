-- Domains that a record proved are looked up again; 0 means never.

alter table "organization_domains" add column "next_lookup_at" bigint not null default 0;
alter table "organization_domains" add column "missed_lookups" bigint not null default 0;
update "organization_domains" set "next_lookup_at" = "verified_at" where "state" = 'verified' and "mailbox" = '';
create index "organization_domains_next_lookup_at" on "organization_domains" ("next_lookup_at");
