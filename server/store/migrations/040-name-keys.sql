-- What accounts are searched by: normalised bytes, because ranges of texts depend on the collation. Filled
-- while servers run; null until then.

alter table "accounts" add column "name_key" bytea;
alter table "identifiers" add column "value_key" bytea;
create index "accounts_name_key" on "accounts" ("name_key", "id");
create index "identifiers_value_key" on "identifiers" ("value_key", "account_id");
create index "accounts_created_at" on "accounts" ("created_at", "id");
create index "accounts_state_created_at" on "accounts" ("state", "created_at", "id");
