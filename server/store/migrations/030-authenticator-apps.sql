-- Apps that show a new code every half minute (RFC 6238).

create table "authenticator_apps" (
  "id" text primary key,
  "account_id" text not null references "accounts" ("id") on delete cascade,
  "name" text not null,
  "secret" text not null, -- encrypted
  "last_step" bigint not null, -- half minute of the code used last; none up to it is taken again
  "created_at" bigint not null,
  "last_used_at" bigint not null -- 0 for never
);
create index "authenticator_apps_account_id" on "authenticator_apps" ("account_id");
