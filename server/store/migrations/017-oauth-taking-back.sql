-- When clients last used what people gave them, and a second secret while they change it.

-- 0 for never
alter table "oauth_grants" add column "last_used_at" bigint not null default 0;

-- Still valid beside the newer one; empty for none
alter table "oauth_clients" add column "former_secret_hash" text not null default '';
