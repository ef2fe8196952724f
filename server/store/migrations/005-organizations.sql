-- People manage their organizations themselves: roles, invitations, hand-over, record of events.

-- Normalised name, unique in an application.
alter table "organizations" add column "name_key" text not null default '';
-- JSON object.
alter table "organizations" add column "base_infos" text not null default '{}';
-- JSON object.
alter table "organizations" add column "detail_infos" text not null default '{}';
-- "manager", "operator" or empty.
alter table "organizations" add column "frozen_by" text not null default '';
-- Raised by a freeze: sessions of before stay ended.
alter table "organizations" add column "epoch" bigint not null default 0;
-- When the manager changed last.
alter table "organizations" add column "transferred_at" bigint not null default 0;
create unique index "organizations_aid_name_key" on "organizations" ("aid", "name_key") where "name_key" <> '';

alter table "sessions" add column "organization_epoch" bigint not null default 0;

-- Address that was invited.
alter table "memberships" add column "contact" text not null default '';
alter table "memberships" add column "external_id" text not null default '';
-- Normalised name and contact.
alter table "memberships" add column "search_text" text not null default '';
alter table "memberships" add column "frozen_by" text not null default '';
update "memberships" set "is_manager" = 0 where "is_manager" = 1 and exists (
  select 1 from "memberships" as "other"
  where "other"."organization_id" = "memberships"."organization_id" and "other"."is_manager" = 1
    and "other"."id" < "memberships"."id"
);
create unique index "memberships_manager" on "memberships" ("organization_id") where "is_manager" = 1;
create index "memberships_organization_id_created_at" on "memberships" ("organization_id", "created_at", "id");

-- Roles that organizations made; the built-in ones are not stored.
create table "roles" (
  "organization_id" text not null references "organizations" ("id") on delete cascade,
  "key" text not null,
  "name" text not null,
  "name_key" text not null,
  "description" text not null,
  "permissions" text not null, -- JSON list
  "is_banned" bigint not null,
  "created_at" bigint not null,
  primary key ("organization_id", "key")
);
create unique index "roles_organization_id_name_key" on "roles" ("organization_id", "name_key");

create table "membership_roles" (
  "membership_id" text not null references "memberships" ("id") on delete cascade,
  "role_key" text not null,
  "organization_id" text not null,
  primary key ("membership_id", "role_key")
);
create index "membership_roles_organization_id_role_key" on "membership_roles" ("organization_id", "role_key");

create table "organization_events" (
  "id" text primary key,
  "organization_id" text not null references "organizations" ("id") on delete cascade,
  "at" bigint not null,
  "kind" text not null,
  "actor" text not null, -- Membership, or "operator"
  "actor_name" text not null,
  "target" text not null, -- What was changed: a membership, an invitation or a role
  "target_name" text not null,
  "detail" text not null, -- JSON object
  "aid" bigint not null,
  "device" text not null,
  "address" text not null
);
create index "organization_events_organization_id_at" on "organization_events" ("organization_id", "at", "id");
create index "organization_events_at" on "organization_events" ("at");
