-- Logos of clients, which operators register; the key is in "oauth_clients"."details".

create table "client_logos" (
  "client_id" text primary key references "oauth_clients" ("id") on delete cascade,
  "key" text not null unique,
  "bytes" bytea not null
);
