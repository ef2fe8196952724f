-- What other systems are told, and whether they have taken it.

create table "webhook_endpoints" (
  "id" text primary key,
  "url" text not null,
  "kinds" text not null, -- with spaces between
  "aid" bigint, -- of which alone it is told; null for all applications
  "secret" text not null, -- encrypted
  "former_secret" text, -- encrypted; signs too until former_until
  "former_until" bigint not null,
  "with_profile" bigint not null, -- 1 for yes
  "notify" text not null, -- mailbox that is told when it is switched off; may be empty
  "state" text not null, -- on or off
  "failing_since" bigint not null, -- 0 while it answers
  "created_at" bigint not null
);

create table "webhook_events" (
  "id" text primary key, -- begins with the time, so that ids are in its order
  "kind" text not null,
  "data" text not null, -- JSON of ids alone
  "at" bigint not null
);

create table "webhook_deliveries" (
  "event_id" text not null references "webhook_events" ("id") on delete cascade,
  "endpoint_id" text not null, -- may be gone: what happens must not fail for an endpoint just removed
  "due_at" bigint not null,
  "attempts" bigint not null,
  "state" text not null, -- due, done or dead
  "status" bigint not null, -- of the last answer; 0 for none
  "error" text not null, -- why the last attempt failed
  "ms" bigint not null, -- that the last attempt took
  primary key ("event_id", "endpoint_id")
);
create index "webhook_deliveries_due" on "webhook_deliveries" ("endpoint_id", "state", "due_at");
create index "webhook_deliveries_state" on "webhook_deliveries" ("state", "event_id");
