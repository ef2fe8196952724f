-- Rules of organizations for the sessions of their members, and what these sessions have proved.

-- JSON object.
alter table "organizations" add column "policy" text not null default '{}';

-- Name of the first sign-in method; empty for sessions of before.
alter table "sessions" add column "method" text not null default '';
-- When this browser last gave a second proof; 0 for never.
alter table "sessions" add column "second_proved_at" bigint not null default 0;
alter table "trusted_devices" add column "second_proved_at" bigint not null default 0;
