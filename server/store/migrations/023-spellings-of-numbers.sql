-- Mobile numbers of Argentina get their 9, and those of Brazil the ninth digit, as they are spelled since.
update "identifiers" set "value" = '+549' || substr("value", 4)
where "kind" = 'mobile' and "value" like '+54__________' and "value" not like '+549%'
  and not exists (
    select 1 from "identifiers" as "other"
    where "other"."kind" = 'mobile' and "other"."value" = '+549' || substr("identifiers"."value", 4)
  );
update "identifiers" set "value" = substr("value", 1, 5) || '9' || substr("value", 6)
where "kind" = 'mobile' and "value" like '+55__________' and substr("value", 6, 1) in ('6', '7', '8', '9')
  and not exists (
    select 1 from "identifiers" as "other"
    where "other"."kind" = 'mobile'
      and "other"."value" = substr("identifiers"."value", 1, 5) || '9' || substr("identifiers"."value", 6)
  );
update "accounts" set "mobile" = (
  select "value" from "identifiers" where "kind" = 'mobile' and "account_id" = "accounts"."id"
)
where "mobile" like '+54%' or "mobile" like '+55%';
