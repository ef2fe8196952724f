-- Whose membership an entry of an organization is about, so that erasing finds those of companies left before.

alter table "organization_events" add column "account_id" text;
create index "organization_events_account_id" on "organization_events" ("account_id") where "account_id" is not null;
