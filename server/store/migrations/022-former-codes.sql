-- Hash of the code that was sent before the present one, which tells a late message from a wrong code.
alter table "codes" add column "former_hash" text not null default '';
