-- Each claim to a domain has a record of its own; a domain from before keeps the record it had.
alter table "organization_domains" add column "claim" text not null default '';
