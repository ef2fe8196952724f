-- What operators find clients and organizations by: normalised bytes, like name keys of accounts. Filled while
-- servers run; null until then.

alter table "oauth_clients" add column "search_key" bytea;
alter table "oauth_clients" add column "address_key" bytea;
alter table "organizations" add column "search_key" bytea;
alter table "organization_domains" add column "domain_key" bytea;
create index "oauth_clients_search_key" on "oauth_clients" ("search_key", "id");
create index "oauth_clients_address_key" on "oauth_clients" ("address_key", "id");
create index "organizations_search_key" on "organizations" ("search_key", "id");
create index "organization_domains_domain_key" on "organization_domains" ("domain_key", "organization_id");
