-- Two organizations may have the same name. Servers of former versions still write "name_key".

drop index "organizations_aid_name_key";
