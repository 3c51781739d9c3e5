-- The files of the IRS as they were last imported. An import fills tables of the same shape and puts them in the place of
-- these (docs/decisions/026): so they have no references, no triggers and no computed columns, and nothing refers to
-- them. No name of a person is in them. An EIN is nine digits here.
create table irs_organizations (
  ein text primary key,
  name text not null,
  sort_name text not null,
  city text not null,
  state text not null,
  zip text not null,
  group_number text not null,
  subsection text not null,
  affiliation text not null,
  ruling text not null,
  deductibility text not null,
  foundation text not null,
  status text not null,
  filing_requirement text not null,
  ntee text not null,
  words text[] not null
)
--;
create index irs_organizations_words on irs_organizations using gin (words)
--;
create table irs_deductibles (
  ein text primary key,
  name text not null,
  city text not null,
  state text not null,
  country text not null,
  codes text[] not null
)
--;
create table irs_revocations (
  ein text not null,
  name text not null,
  revoked_on date not null,
  posted_on date,
  reinstated_on date
)
--;
create index irs_revocations_ein on irs_revocations (ein)
--;
-- Each command and each upload. `kind`, `bytes`, `total_bytes` and `rows` say how far it is; it is told to stop by
-- `is_cancelled`. `made` is what it put in place.
create table irs_imports (
  id uuid primary key,
  origin text not null,
  status text not null,
  files jsonb not null,
  force boolean not null default false,
  snapshot_on date,
  kind text,
  bytes bigint not null default 0,
  total_bytes bigint not null default 0,
  rows integer not null default 0,
  made jsonb not null default '[]',
  problem text not null default '',
  is_cancelled boolean not null default false,
  requested_by text not null,
  requested_by_id text not null,
  created_at timestamptz(3) not null,
  heard_at timestamptz(3) not null,
  finished_at timestamptz(3)
)
--;
create index irs_imports_created on irs_imports (created_at, id)
--;
-- What each kind of file is made of at this moment. `version` is one more than any before, whatever the kind.
create table irs_sources (
  kind text primary key,
  version integer not null,
  files jsonb not null,
  snapshot_on date not null,
  sha256 text not null,
  rows integer not null,
  import_id uuid not null references irs_imports (id),
  imported_by text not null,
  imported_at timestamptz(3) not null
)
