-- Secrets by which servers of an application prove what they are; two at once, so that one can replace the other.

create table "app_secrets" (
  "hash" text primary key, -- SHA-256, hex
  "aid" bigint not null references "apps" ("aid") on delete cascade,
  "id" text not null, -- Shown in lists, to end it by
  "created_at" bigint not null
);
create index "app_secrets_aid" on "app_secrets" ("aid");
