-- By which methods people prove themselves a second time.

-- Name of the method; empty without a second proof, and for sessions of before.
alter table "sessions" add column "second_method" text not null default '';
-- Name of the method that passed it; empty before.
alter table "verifications" add column "passed_by" text not null default '';
