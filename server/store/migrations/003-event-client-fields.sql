-- Fields of a call whose meaning is the client's own, kept with its event: JSON, or empty.
alter table "security_events" add column "client_fields" text not null default '';
