-- Blocks of before could be made by the inviter, and end here.

alter table "invitation_blocks" add column "expires_at" bigint not null default 0;
create index "invitation_blocks_expires_at" on "invitation_blocks" ("expires_at");
