-- Invitations into organizations; each holds the id of the membership that it becomes.

create table "invitations" (
  "id" text primary key,
  "organization_id" text not null references "organizations" ("id") on delete cascade,
  "membership_id" text not null unique,
  "channel" text not null,
  "address" text not null,
  "name" text not null,
  "roles" text not null, -- JSON list of role keys
  "next" text not null,
  "external_id" text not null,
  "search_text" text not null,
  "ticket_hash" text not null unique, -- SHA-256 of the ticket in the link, hex
  "status" text not null, -- "pending", "accepted", "declined" or "cancelled"
  "invited_by" text not null, -- Membership
  "inviter_name" text not null,
  "accepted_by" text not null, -- Account
  "sent_count" bigint not null,
  "sent_at" bigint not null,
  "created_at" bigint not null,
  "expires_at" bigint not null
);
create unique index "invitations_pending" on "invitations" ("organization_id", "address") where "status" = 'pending';
create index "invitations_organization_id_created_at" on "invitations" ("organization_id", "created_at", "id");
create index "invitations_address" on "invitations" ("address", "status");
create index "invitations_invited_by" on "invitations" ("invited_by", "status");

-- Addresses whose owners want no invitations of an organization, or of any ("*").
create table "invitation_blocks" (
  "address" text not null,
  "organization_id" text not null,
  primary key ("address", "organization_id")
);

create index "memberships_organization_id_contact" on "memberships" ("organization_id", "contact");
