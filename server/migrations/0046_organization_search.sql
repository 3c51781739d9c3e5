-- What a search of the list reads of every organization: little of each, near its neighbours by name. So 25,000 hits lie
-- on some hundred or thousand pages and not on a page each. Pages keep room for a change of the status; the nightly
-- `keepOrderJob` moves what came since to its place. No foreign key: it would make that job wait for whoever holds an
-- organization, and none is ever deleted.
create table organization_search (
  id uuid primary key,
  name text not null,
  type text not null,
  city text not null,
  status text not null,
  created_at timestamptz(3) not null,
  ein text not null,
  search text not null
) with (fillfactor = 90)
--;
insert into organization_search (id, name, type, city, status, created_at, ein, search)
select id, lower(name), type, lower(city), status, created_at, ein, search from organizations order by lower(name), id
--;
create index organization_search_text on organization_search using gin (search gin_trgm_ops)
--;
create index organization_search_ein on organization_search using gin
  ((' ' || ein || ' ' || replace(ein, '-', '') || ' ') gin_trgm_ops)
--;
-- `on conflict`, as a row that is being moved is another one afterwards, which an update would not find.
create function keep_organization_search() returns trigger language plpgsql as $$
begin
  insert into organization_search (id, name, type, city, status, created_at, ein, search)
  values (new.id, lower(new.name), new.type, lower(new.city), new.status, new.created_at, new.ein, new.search)
  on conflict (id) do update
    set name = excluded.name, type = excluded.type, city = excluded.city, status = excluded.status,
        created_at = excluded.created_at, ein = excluded.ein, search = excluded.search;
  return null;
end
$$
--;
create trigger organizations_kept_for_search
  after insert or update of name, type, city, status, created_at, ein, search on organizations
  for each row execute function keep_organization_search()
