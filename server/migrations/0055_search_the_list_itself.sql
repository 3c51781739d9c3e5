-- A search looks its hits up in the list itself: the copy in the order of names was rewritten each night and bought less
-- than half of the time (docs/decisions/035).
drop trigger organizations_kept_for_search on organizations
--;
drop function keep_organization_search()
--;
drop function renew_organization_search_pages()
--;
drop table organization_search
--;
-- The job that rewrote it is gone; its schedule is in the tables of pg-boss, which an empty database does not have yet.
do $$ begin
  if to_regclass('pgboss.schedule') is not null then
    delete from pgboss.schedule where name = 'keep-order';
  end if;
end $$
