-- Mails as HTML beside the text, and the sender that an application may have of its own.

alter table "outbox" add column "html" text not null default '';
alter table "outbox" add column "sender" text not null default '';
alter table "mailbox" add column "html" text not null default '';
alter table "mailbox" add column "sender" text not null default '';
