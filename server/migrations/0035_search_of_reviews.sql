-- What is searched among the organizations that wait for a decision, some in a hundred of all: without it the search over
-- everything reads each that waits, or finds all others first.
create index organizations_waiting_search on organizations using gin (
  search gin_trgm_ops,
  (' ' || ein || ' ' || replace(ein, '-', '') || ' ') gin_trgm_ops,
  (array[lower(name), lower(short_name), lower(email), lower(admin), ltrim(primary_phone, '+'), ltrim(secondary_phone, '+')])
) where waiting_since is not null
