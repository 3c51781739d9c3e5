-- Between which names the rows of some pages lie: of 25,000 hits only those are read that can be on the asked page.
create index organization_search_pages on organization_search using brin (name) with (pages_per_range = 64)
--;
-- Pages that are filled again keep the names of before. The role that serves does not own the index.
create function renew_organization_search_pages() returns void language sql security definer set search_path = public as $$
  select brin_desummarize_range('organization_search_pages', page)
  from generate_series(0, pg_relation_size('organization_search') / current_setting('block_size')::int, 64) as page;
  select brin_summarize_new_values('organization_search_pages');
$$
