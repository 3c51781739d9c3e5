-- What a search of the list reads of every organization: little of each, near its neighbours by name. So 25,000 hits lie
-- on some hundred or thousand pages and not on a page each. What every hit is asked for stands first in a row. Pages keep
-- room for a change of the status; the nightly `keepOrderJob` moves what came since to its place. No foreign key: it would
-- make that job wait for whoever holds an organization, and none is ever deleted.
create table organization_search (
  id uuid primary key,
  search text not null,
  ein text not null,
  name text not null,
  status text not null,
  created_at timestamptz(3) not null,
  type text not null,
  city text not null
) with (fillfactor = 90)
--;
insert into organization_search (id, search, ein, name, status, created_at, type, city)
select id, search, ein, lower(name), status, created_at, type, lower(city) from organizations order by lower(name), id
--;
create index organization_search_text on organization_search using gin (search gin_trgm_ops)
--;
create index organization_search_ein on organization_search using gin
  ((' ' || ein || ' ' || replace(ein, '-', '') || ' ') gin_trgm_ops)
--;
-- `on conflict`, as a row that is being moved is another one afterwards, which an update would not find.
create function keep_organization_search() returns trigger language plpgsql as $$
begin
  insert into organization_search (id, search, ein, name, status, created_at, type, city)
  values (new.id, new.search, new.ein, lower(new.name), new.status, new.created_at, new.type, lower(new.city))
  on conflict (id) do update
    set search = excluded.search, ein = excluded.ein, name = excluded.name, status = excluded.status,
        created_at = excluded.created_at, type = excluded.type, city = excluded.city;
  return null;
end
$$
--;
create trigger organizations_kept_for_search
  after insert or update of search, ein, name, status, created_at, type, city on organizations
  for each row execute function keep_organization_search()
