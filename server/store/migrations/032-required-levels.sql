-- Assurance levels that sign-ins must reach.

-- 1 or 2; chosen by the owner.
alter table "accounts" add column "required_level" bigint not null default 1;
