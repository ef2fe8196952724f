-- Uploaded logos of organizations; "organizations"."logo_url" holds the key, or an https address elsewhere.

create table "organization_logos" (
  "organization_id" text primary key references "organizations" ("id") on delete cascade,
  "key" text not null unique,
  "bytes" bytea not null
);
