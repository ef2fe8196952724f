-- QR codes by which a program asks for consent on a phone.

-- JSON of what the program asks for; empty for a sign-in
alter table "qr_codes" add column "request" text not null default '';

-- JSON of what the code for the program is made of
alter table "qr_codes" add column "granted" text not null default '';
