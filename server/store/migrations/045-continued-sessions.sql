-- Sessions of people who prove themselves again go on, for clients too.

-- The first session of those that continue one another, which clients know it by; empty for that one itself.
alter table "sessions" add column "first_hash" text not null default '';
