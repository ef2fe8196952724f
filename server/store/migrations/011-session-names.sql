-- Names that people give their devices, in the list of their sessions.
alter table "sessions" add column "name" text not null default ''; -- Empty for none
