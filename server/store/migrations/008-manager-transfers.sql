-- Hand-over of an organization by its manager, step by step; one at a time.

create table "manager_transfers" (
  "organization_id" text primary key references "organizations" ("id") on delete cascade,
  "from_id" text not null, -- Membership of the manager
  "to_id" text not null, -- Membership of the successor; empty until a code is sent
  "state" text not null, -- "proved", "code_sent" or "agreed"
  "verify_hash" text not null, -- SHA-256 of the manager's ticket, hex
  "code_hash" text not null, -- Keyed hash of the successor's code
  "tries" bigint not null,
  "sent_count" bigint not null,
  "sent_at" bigint not null,
  "expires_at" bigint not null
);
