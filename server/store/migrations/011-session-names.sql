-- Names that people give their devices, in the list of their sessions; empty for none.
alter table "sessions" add column "name" text not null default '';
