-- Which terms the person accepted when the account was made; unknown for older accounts.

alter table "accounts" add column "terms_version" text;
alter table "accounts" add column "terms_accepted_at" bigint;
