-- One row, once everybody was signed out: sessions that began by then have ended.
create table "session_cutoff" (
  "id" bigint primary key, -- Always 1
  "at" bigint not null
);
