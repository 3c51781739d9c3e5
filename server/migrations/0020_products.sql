-- The catalogue. Prices are whole cents, in `currency`; features, plans and hardware belong to their product alone and are
-- always read and saved with it, so they lie in its row.
create table applications (
  id uuid primary key,
  name text not null,
  display_name text not null,
  stripe_product_id text not null default '',
  short_description text not null,
  long_description text not null,
  image_media_id uuid not null references media (id),
  image_name text not null default '',
  image_size integer not null default 0,
  icon_media_id uuid not null references media (id),
  icon_name text not null default '',
  icon_size integer not null default 0,
  features jsonb not null,
  plans jsonb not null,
  hardware jsonb not null,
  show_hardware boolean not null default false,
  currency text not null default 'usd',
  status text not null,
  status_since timestamptz(3) not null,
  place integer not null,
  archived_at timestamptz(3),
  created_at timestamptz(3) not null,
  search text generated always as (' ' || lower(display_name || ' ' || name || ' ' || short_description)) stored,
  version integer not null default 1
)
--;
create index applications_place on applications (place, id) where archived_at is null
--;
create index applications_created on applications (created_at, id)
--;
create index applications_image on applications (image_media_id)
--;
create index applications_icon on applications (icon_media_id)
--;
create index applications_search on applications using gin (search gin_trgm_ops)
--;
create index applications_exact on applications using gin ((array[lower(display_name), name]))
--;
create table integrations (
  id uuid primary key,
  name text not null,
  stripe_product_id text not null default '',
  short_description text not null,
  long_description text not null,
  image_media_id uuid not null references media (id),
  image_name text not null default '',
  image_size integer not null default 0,
  integration_api text not null default '',
  features jsonb not null,
  pricing jsonb not null,
  currency text not null default 'usd',
  status text not null,
  status_since timestamptz(3) not null,
  place integer not null,
  created_at timestamptz(3) not null,
  search text generated always as (' ' || lower(name || ' ' || short_description)) stored,
  version integer not null default 1
)
--;
create index integrations_place on integrations (place, id)
--;
create index integrations_created on integrations (created_at, id)
--;
create index integrations_image on integrations (image_media_id)
--;
create index integrations_search on integrations using gin (search gin_trgm_ops)
--;
create index integrations_exact on integrations using gin ((array[lower(name)]))
--;
create table integration_applications (
  integration_id uuid not null references integrations (id) on delete cascade,
  application_id uuid not null references applications (id),
  primary key (integration_id, application_id)
)
--;
create index integration_applications_application on integration_applications (application_id)
--;
create table product_drafts (
  staff_id uuid not null references staff (id) on delete cascade,
  kind text not null,
  draft text not null,
  step integer not null,
  saved_at timestamptz(3) not null,
  version integer not null,
  primary key (staff_id, kind)
)
--;
-- Who has a role in an application, asked before it is deleted.
create index members_roles on members using gin (roles jsonb_path_ops)
