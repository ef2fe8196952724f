-- Passwords that came from other products, by the form of their hash.

-- Form and cost, such as "bcrypt 10"; empty for our own, and without a password.
alter table "accounts" add column "password_form" text not null default '';
create index "accounts_password_form" on "accounts" ("password_form") where "password_form" <> '';

-- How many accounts have a password of each form, counted hourly once there are others than our own.
create table "password_forms" (
  "form" text primary key,
  "accounts" bigint not null,
  "counted_at" bigint not null
);
