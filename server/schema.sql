create sequence audit_entries_seq;

create sequence device_events_seq;

create sequence order_no;

create table agreement_logs (
  id uuid not null,
  organization_id uuid not null,
  user_name text not null,
  log_type text not null,
  created_at timestamp(3) with time zone not null,
  ip_address text not null,
  browser text not null,
  operating_system text not null,
  device text not null,
  log text not null,
  constraint agreement_logs_log_type_check CHECK ((log_type = ANY (ARRAY['agreement'::text, 'terms'::text]))),
  constraint agreement_logs_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint agreement_logs_pkey PRIMARY KEY (id)
);

create table applications (
  id uuid not null,
  name text not null,
  display_name text not null,
  stripe_product_id text default ''::text not null,
  short_description text not null,
  long_description text not null,
  image_media_id uuid not null,
  image_name text default ''::text not null,
  image_size integer default 0 not null,
  icon_media_id uuid not null,
  icon_name text default ''::text not null,
  icon_size integer default 0 not null,
  features jsonb not null,
  plans jsonb not null,
  hardware jsonb not null,
  show_hardware boolean default false not null,
  currency text default 'usd'::text not null,
  status text not null,
  status_since timestamp(3) with time zone not null,
  place integer not null,
  archived_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  version integer default 1 not null,
  search text generated always as (searched(((((display_name || ' '::text) || name) || ' '::text) || short_description))) stored,
  constraint applications_icon_media_id_fkey FOREIGN KEY (icon_media_id) REFERENCES media(id),
  constraint applications_image_media_id_fkey FOREIGN KEY (image_media_id) REFERENCES media(id),
  constraint applications_pkey PRIMARY KEY (id)
);

create table audit_entries (
  seq bigint not null,
  at timestamp(3) with time zone not null,
  actor_kind text not null,
  actor_id text not null,
  actor_name text not null,
  session_id text not null,
  ip text not null,
  request_id text not null,
  action text not null,
  entity text not null,
  entity_id text not null,
  entity_name text not null,
  organization_id uuid,
  changes jsonb not null,
  previous_hash text not null,
  hash text not null,
  constraint audit_entries_pkey PRIMARY KEY (seq)
);

create table audit_seals (
  number bigint not null,
  part text not null,
  at timestamp(3) with time zone not null,
  entries bigint[] not null,
  previous_hash text not null,
  hash text not null,
  constraint audit_seals_pkey PRIMARY KEY (number)
);

create table audit_unsealed (
  seq bigint not null,
  constraint audit_unsealed_pkey PRIMARY KEY (seq)
);

create table campaigns (
  id uuid not null,
  promo_id text not null,
  code text not null,
  is_active boolean not null,
  times_redeemed integer not null,
  max_redemptions integer,
  expires_at timestamp(3) with time zone,
  issued_at timestamp(3) with time zone not null,
  first_time_only boolean default false not null,
  minimum_amount bigint,
  minimum_currency text,
  customer_id text,
  coupon_id text not null,
  coupon_name text default ''::text not null,
  percent_off double precision,
  amount_off bigint,
  currency text,
  duration text not null,
  duration_in_months integer,
  coupon_times_redeemed integer not null,
  coupon_max_redemptions integer,
  product_ids text[] not null,
  fetched_at timestamp(3) with time zone not null,
  type text default ''::text not null,
  image_media_id uuid,
  image_name text default ''::text not null,
  image_size integer default 0 not null,
  organization_limit integer,
  status text default 'Available'::text not null,
  created_by text not null,
  created_at timestamp(3) with time zone not null,
  deleted_at timestamp(3) with time zone,
  version integer default 1 not null,
  search text generated always as (searched(((((code || ' '::text) || coupon_name) || ' '::text) || promo_id))) stored,
  constraint campaigns_image_media_id_fkey FOREIGN KEY (image_media_id) REFERENCES media(id),
  constraint campaigns_pkey PRIMARY KEY (id),
  constraint campaigns_promo_id_key UNIQUE (promo_id)
);

create table canned_replies (
  id uuid not null,
  title text not null,
  text text not null,
  version integer default 1 not null,
  constraint canned_replies_pkey PRIMARY KEY (id)
);

create table contact_inquiries (
  id uuid not null,
  name text not null,
  email text not null,
  phone text not null,
  stream text not null,
  inquiry_type text not null,
  message text not null,
  status text not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  assignee_id uuid,
  assignee text default ''::text not null,
  spam boolean default false not null,
  deleted_at timestamp(3) with time zone,
  version integer default 1 not null,
  search text generated always as (searched(((((((name || ' '::text) || email) || ' '::text) || phone) || ' '::text) || message))) stored,
  constraint contact_inquiries_assignee_id_fkey FOREIGN KEY (assignee_id) REFERENCES staff(id),
  constraint contact_inquiries_pkey PRIMARY KEY (id),
  constraint contact_inquiries_status_check CHECK ((status = ANY (ARRAY['New'::text, 'In-progress'::text, 'Closed'::text, 'Done'::text])))
);

create table demo_requests (
  id uuid not null,
  first_name text not null,
  last_name text not null,
  email text not null,
  phone text not null,
  organization text not null,
  applications jsonb not null,
  stream text not null,
  schedule_date text not null,
  schedule_time text not null,
  queries jsonb not null,
  status text not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  assignee_id uuid,
  assignee text default ''::text not null,
  spam boolean default false not null,
  deleted_at timestamp(3) with time zone,
  version integer default 1 not null,
  search text generated always as (searched(((((((((first_name || ' '::text) || last_name) || ' '::text) || email) || ' '::text) || organization) || ' '::text) || phone))) stored,
  schedule_zone text default ''::text not null,
  constraint demo_requests_assignee_id_fkey FOREIGN KEY (assignee_id) REFERENCES staff(id),
  constraint demo_requests_pkey PRIMARY KEY (id),
  constraint demo_requests_status_check CHECK ((status = ANY (ARRAY['New'::text, 'Scheduled'::text, 'Done'::text])))
);

create table device_beats (
  device_id uuid not null,
  last_beat_at timestamp(3) with time zone,
  connected boolean default false not null,
  connected_on timestamp(3) with time zone,
  last_event_at timestamp(3) with time zone,
  ip text default ''::text not null,
  country text default ''::text not null,
  city text default ''::text not null,
  browser text default ''::text not null,
  os text default ''::text not null,
  lat double precision,
  long double precision,
  events_day date,
  events_kept integer default 0 not null,
  constraint device_beats_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id),
  constraint device_beats_pkey PRIMARY KEY (device_id)
) with (fillfactor=50);

create table device_events (
  id uuid not null,
  seq bigint default nextval('device_events_seq'::regclass) not null,
  device_id uuid not null,
  type text not null,
  created_at timestamp(3) with time zone not null,
  ip text not null,
  country text not null,
  city text not null,
  browser text not null,
  os text not null,
  lat double precision,
  long double precision,
  last_active timestamp(3) with time zone,
  event_id text,
  constraint device_events_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id),
  constraint device_events_type_check CHECK ((type = ANY (ARRAY['connected'::text, 'disconnected'::text])))
) partition by RANGE (created_at);

create table device_presence (
  day date not null,
  device_id uuid not null,
  beats smallint[] not null,
  constraint device_presence_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id),
  constraint device_presence_pkey PRIMARY KEY (day, device_id)
) with (fillfactor=70);

create table devices (
  id uuid not null,
  device_id text not null,
  app_stream text not null,
  mac_address text not null,
  price integer not null,
  status text not null,
  name text default ''::text not null,
  details text default ''::text not null,
  image_media_id uuid,
  image_name text default ''::text not null,
  image_size integer default 0 not null,
  revenue bigint default 0 not null,
  organization_id uuid,
  organization_name text default ''::text not null,
  assigned_at timestamp(3) with time zone,
  assigned_by text default ''::text not null,
  key_hash text not null,
  key_issued_at timestamp(3) with time zone not null,
  created_at timestamp(3) with time zone not null,
  deleted_at timestamp(3) with time zone,
  version integer default 1 not null,
  organization_city text default ''::text not null,
  organization_state text default ''::text not null,
  search text generated always as (searched(((((((((((((device_id || ' '::text) || mac_address) || ' '::text) || replace(mac_address, ':'::text, ''::text)) || ' '::text) || name) || ' '::text) || organization_name) || ' '::text) || organization_city) || ' '::text) || state_words(organization_state)))) stored,
  listed_status text generated always as (
CASE
    WHEN ((status = 'Available'::text) AND (organization_id IS NOT NULL)) THEN 'Assigned'::text
    ELSE status
END) stored not null,
  constraint devices_app_stream_check CHECK ((app_stream = ANY (ARRAY['DEENKIOSK'::text, 'DEENSCREEN'::text]))),
  constraint devices_image_media_id_fkey FOREIGN KEY (image_media_id) REFERENCES media(id),
  constraint devices_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint devices_pkey PRIMARY KEY (id),
  constraint devices_price_check CHECK ((price > 0)),
  constraint devices_status_check CHECK ((status = ANY (ARRAY['Available'::text, 'Unavailable'::text, 'Defective'::text, 'Lost'::text, 'Locked'::text, 'Active'::text, 'Shipped'::text, 'Pending'::text])))
);

create table folded_list_counts (
  list text not null,
  status text not null,
  count bigint not null,
  constraint folded_list_counts_pkey PRIMARY KEY (list, status)
);

create table idempotency_keys (
  key text not null,
  body_hash text not null,
  answer text not null,
  expires_at timestamp(3) with time zone not null,
  constraint idempotency_keys_pkey PRIMARY KEY (key)
);

create table integration_applications (
  integration_id uuid not null,
  application_id uuid not null,
  constraint integration_applications_application_id_fkey FOREIGN KEY (application_id) REFERENCES applications(id),
  constraint integration_applications_integration_id_fkey FOREIGN KEY (integration_id) REFERENCES integrations(id) ON DELETE CASCADE,
  constraint integration_applications_pkey PRIMARY KEY (integration_id, application_id)
);

create table integrations (
  id uuid not null,
  name text not null,
  stripe_product_id text default ''::text not null,
  short_description text not null,
  long_description text not null,
  image_media_id uuid not null,
  image_name text default ''::text not null,
  image_size integer default 0 not null,
  integration_api text default ''::text not null,
  features jsonb not null,
  pricing jsonb not null,
  currency text default 'usd'::text not null,
  status text not null,
  status_since timestamp(3) with time zone not null,
  place integer not null,
  created_at timestamp(3) with time zone not null,
  version integer default 1 not null,
  deleted_at timestamp(3) with time zone,
  search text generated always as (searched(((name || ' '::text) || short_description))) stored,
  constraint integrations_image_media_id_fkey FOREIGN KEY (image_media_id) REFERENCES media(id),
  constraint integrations_pkey PRIMARY KEY (id)
);

create table invite_logs (
  id uuid not null,
  invite_id uuid not null,
  created_at timestamp(3) with time zone not null,
  org_admin text not null,
  org_email text not null,
  phone text not null,
  code text not null,
  sent_by text not null,
  constraint invite_logs_invite_id_fkey FOREIGN KEY (invite_id) REFERENCES invites(id),
  constraint invite_logs_pkey PRIMARY KEY (id)
);

create table invites (
  id uuid not null,
  org_name text not null,
  org_admin text not null,
  org_email text not null,
  phone text not null,
  code text not null,
  created_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null,
  revoked_at timestamp(3) with time zone,
  accepted_at timestamp(3) with time zone,
  version integer default 1 not null,
  organization_status text,
  status text generated always as (
CASE
    WHEN (organization_status = 'approved'::text) THEN 'accepted'::text
    WHEN (organization_status IS NOT NULL) THEN organization_status
    WHEN (revoked_at IS NOT NULL) THEN 'revoked'::text
    ELSE 'Invite Sent'::text
END) stored not null,
  accept_key text,
  search text generated always as (searched(((((((org_name || ' '::text) || org_admin) || ' '::text) || org_email) || ' '::text) || phone))) stored,
  constraint invites_organization_status_check CHECK ((organization_status = ANY (ARRAY['approved'::text, 'onboarding'::text, 'blocked'::text]))),
  constraint invites_pkey PRIMARY KEY (id)
);

create table invoice_reminders (
  invoice_id text not null,
  step integer not null,
  sent_to text not null,
  sent_at timestamp(3) with time zone not null,
  constraint invoice_reminders_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES stripe_invoices(id) ON DELETE CASCADE,
  constraint invoice_reminders_pkey PRIMARY KEY (invoice_id, step),
  constraint invoice_reminders_step_check CHECK (((step >= 1) AND (step <= 3)))
);

create table irs_deductibles (
  ein text not null,
  name text not null,
  city text not null,
  state text not null,
  country text not null,
  codes text[] not null,
  constraint irs_deductibles_pkey PRIMARY KEY (ein)
);

create table irs_imports (
  id uuid not null,
  origin text not null,
  status text not null,
  files jsonb not null,
  force boolean default false not null,
  snapshot_on date,
  kind text,
  bytes bigint default 0 not null,
  total_bytes bigint default 0 not null,
  rows integer default 0 not null,
  made jsonb default '[]'::jsonb not null,
  problem text default ''::text not null,
  is_cancelled boolean default false not null,
  requested_by text not null,
  requested_by_id text not null,
  created_at timestamp(3) with time zone not null,
  heard_at timestamp(3) with time zone not null,
  finished_at timestamp(3) with time zone,
  constraint irs_imports_pkey PRIMARY KEY (id)
);

create table irs_organizations (
  ein text not null,
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
  words text[] not null,
  constraint irs_organizations_pkey PRIMARY KEY (ein)
);

create table irs_revocations (
  ein text not null,
  name text not null,
  revoked_on date not null,
  posted_on date,
  reinstated_on date
);

create table irs_sources (
  kind text not null,
  version integer not null,
  files jsonb not null,
  snapshot_on date not null,
  sha256 text not null,
  rows integer not null,
  import_id uuid not null,
  imported_by text not null,
  imported_at timestamp(3) with time zone not null,
  constraint irs_sources_import_id_fkey FOREIGN KEY (import_id) REFERENCES irs_imports(id),
  constraint irs_sources_pkey PRIMARY KEY (kind)
);

create table kept_checkouts (
  id text not null,
  customer_id text,
  created_at timestamp(3) with time zone not null,
  name text default ''::text not null,
  email text default ''::text not null,
  amount bigint,
  currency text default 'usd'::text not null,
  payment text,
  paid_at timestamp(3) with time zone,
  constraint kept_checkouts_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES stripe_customers(id),
  constraint kept_checkouts_pkey PRIMARY KEY (id)
);

create table list_changes (
  list text not null,
  status text not null,
  count bigint not null
) with (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=1000);

create table mails (
  id uuid not null,
  kind text not null,
  recipient text not null,
  subject text not null,
  html text not null,
  text text not null,
  secret integer default 0 not null,
  organization_id uuid,
  invite_id uuid,
  status text default 'queued'::text not null,
  attempts integer default 0 not null,
  last_error text default ''::text not null,
  created_at timestamp(3) with time zone not null,
  next_attempt_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null,
  sent_at timestamp(3) with time zone,
  hidden text default ''::text not null,
  thread text default ''::text not null,
  reply_to text default ''::text not null,
  unsubscribe_url text default ''::text not null,
  constraint mails_pkey PRIMARY KEY (id),
  constraint mails_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'waiting'::text, 'sent'::text, 'failed'::text])))
);

create table media (
  id uuid not null,
  kind text not null,
  name text not null,
  content_type text not null,
  size integer not null,
  width integer not null,
  height integer not null,
  sha256 text not null,
  uploaded_by uuid,
  created_at timestamp(3) with time zone not null,
  constraint media_kind_check CHECK ((kind = ANY (ARRAY['icon'::text, 'logo'::text, 'image'::text]))),
  constraint media_pkey PRIMARY KEY (id),
  constraint media_uploaded_by_fkey FOREIGN KEY (uploaded_by) REFERENCES staff(id)
);

create table member_sessions (
  id uuid not null,
  member_id uuid not null,
  organization_id uuid not null,
  created_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null,
  revoked_at timestamp(3) with time zone,
  series_hash text,
  token_hash text,
  previous_token_hash text,
  refresh_key text,
  constraint member_sessions_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE,
  constraint member_sessions_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint member_sessions_pkey PRIMARY KEY (id),
  constraint member_sessions_series_hash_key UNIQUE (series_hash)
);

create table members (
  id uuid not null,
  organization_id uuid not null,
  first_name text not null,
  last_name text not null,
  user_name text not null,
  image text default ''::text not null,
  roles jsonb not null,
  confirmed_at timestamp(3) with time zone,
  console_access boolean default true not null,
  password_hash text,
  code text,
  code_expires_at timestamp(3) with time zone,
  invited_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  version integer default 1 not null,
  search text generated always as (searched(((((first_name || ' '::text) || last_name) || ' '::text) || user_name))) stored,
  constraint members_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint members_pkey PRIMARY KEY (id)
);

create table money_movements (
  id text not null,
  kind text not null,
  invoice_id text,
  payment_intent_id text,
  currency text not null,
  movement jsonb not null,
  read_at timestamp(3) with time zone default now() not null,
  told text[] default '{}'::text[] not null,
  constraint money_movements_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES stripe_invoices(id) ON DELETE CASCADE,
  constraint money_movements_kind_check CHECK ((kind = ANY (ARRAY['refund'::text, 'dispute'::text, 'credit-note'::text]))),
  constraint money_movements_pkey PRIMARY KEY (id)
);

create table open_invoice_days (
  day date not null,
  count bigint not null,
  is_folded boolean default false not null
);

create table order_days (
  day date not null,
  status text not null,
  currency text not null,
  count bigint not null,
  amount bigint not null,
  is_folded boolean default false not null
);

create table order_item_devices (
  item_id uuid not null,
  device_id uuid not null,
  assigned_at timestamp(3) with time zone,
  constraint order_item_devices_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id),
  constraint order_item_devices_item_id_fkey FOREIGN KEY (item_id) REFERENCES order_items(id) ON DELETE CASCADE,
  constraint order_item_devices_pkey PRIMARY KEY (item_id, device_id)
);

create table order_items (
  id uuid not null,
  order_id uuid not null,
  "position" integer not null,
  name text not null,
  plan_type text default ''::text not null,
  kind text not null,
  app_stream text default ''::text not null,
  quantity integer not null,
  unit_amount numeric not null,
  amount bigint not null,
  currency text default 'usd'::text not null,
  frequency text not null,
  product_id text default ''::text not null,
  price_id text default ''::text not null,
  subscription_item_id text default ''::text not null,
  status text not null,
  due_at timestamp(3) with time zone,
  starts_at timestamp(3) with time zone,
  ends_at timestamp(3) with time zone,
  staff_id uuid,
  removed_at timestamp(3) with time zone,
  constraint order_items_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE,
  constraint order_items_pkey PRIMARY KEY (id),
  constraint order_items_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(id)
);

create table order_refunds (
  id text not null,
  order_id uuid,
  invoice_id text,
  amount bigint not null,
  currency text not null,
  status text not null,
  reason text default ''::text not null,
  by_name text default ''::text not null,
  created_at timestamp(3) with time zone not null,
  is_credit boolean default false not null,
  constraint order_refunds_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint order_refunds_pkey PRIMARY KEY (id)
);

create table orders (
  id uuid not null,
  order_no bigint default nextval('order_no'::regclass) not null,
  organization_id uuid not null,
  organization_name text default ''::text not null,
  organization_phone text default ''::text not null,
  status text not null,
  source text not null,
  email text default ''::text not null,
  currency text default 'usd'::text not null,
  subtotal bigint not null,
  discount bigint default 0 not null,
  tax bigint default 0 not null,
  shipping bigint default 0 not null,
  total bigint not null,
  promo_code text default ''::text not null,
  promo_id text default ''::text not null,
  shipping_line1 text default ''::text not null,
  shipping_city text default ''::text not null,
  shipping_state text default ''::text not null,
  shipping_postal_code text default ''::text not null,
  customer_id text,
  checkout_id text,
  subscription_id text,
  invoice_id text,
  cancel_reason text default ''::text not null,
  closed_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  version integer default 1 not null,
  payment_intent_id text,
  made_by text default ''::text not null,
  closed_by text default ''::text not null,
  checkout_payment text,
  checkout_settled_at timestamp(3) with time zone,
  promo_at timestamp(3) with time zone,
  charge jsonb,
  search text generated always as (searched((((((((((order_no)::text || ' #'::text) || (order_no)::text) || ' '::text) || organization_name) || ' '::text) || organization_phone) || ' '::text) || promo_code))) stored,
  constraint orders_checkout_id_key UNIQUE (checkout_id),
  constraint orders_checkout_payment_check CHECK ((checkout_payment = ANY (ARRAY['paid'::text, 'due'::text, 'failed'::text]))),
  constraint orders_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES stripe_customers(id),
  constraint orders_order_no_key UNIQUE (order_no),
  constraint orders_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint orders_pkey PRIMARY KEY (id)
);

create table organization_status_changes (
  id uuid not null,
  organization_id uuid not null,
  from_status text,
  to_status text not null,
  at timestamp(3) with time zone not null,
  by_name text not null,
  note text default ''::text not null,
  constraint organization_status_changes_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint organization_status_changes_pkey PRIMARY KEY (id)
);

create table organizations (
  id uuid not null,
  invite_id uuid,
  name text not null,
  short_name text default ''::text not null,
  type text default ''::text not null,
  email text not null,
  website text default ''::text not null,
  admin text default ''::text not null,
  status text not null,
  created_at timestamp(3) with time zone not null,
  line1 text default ''::text not null,
  line2 text default ''::text not null,
  city text default ''::text not null,
  state text default ''::text not null,
  country text default ''::text not null,
  postal_code text default ''::text not null,
  primary_phone text default ''::text not null,
  secondary_phone text default ''::text not null,
  icon_name text default ''::text not null,
  icon_size integer default 0 not null,
  icon_media_id uuid,
  logo_name text default ''::text not null,
  logo_size integer default 0 not null,
  logo_media_id uuid,
  referred_by text default ''::text not null,
  ein text default ''::text not null,
  ein_status text,
  ein_submitted_at timestamp(3) with time zone,
  ein_pending_since timestamp(3) with time zone,
  ein_reviewed_at timestamp(3) with time zone,
  tax_exempt boolean default false not null,
  exempt_status text,
  exempt_submitted_at timestamp(3) with time zone,
  exempt_pending_since timestamp(3) with time zone,
  exempt_reviewed_at timestamp(3) with time zone,
  tax_version integer default 1 not null,
  version integer default 1 not null,
  tax_resubmitted boolean default false not null,
  payment_account_id text default ''::text not null,
  tax_group text default 'not-checked'::text not null,
  irs_changed_at timestamp(3) with time zone,
  decided_at timestamp(3) with time zone generated always as (
CASE
    WHEN ((ein_status = 'Pending'::text) OR (exempt_status = 'Pending'::text) OR (irs_changed_at IS NOT NULL)) THEN NULL::timestamp with time zone
    ELSE GREATEST(ein_reviewed_at, exempt_reviewed_at)
END) stored,
  letter_language text default 'en'::text not null,
  papers_asked_at timestamp(3) with time zone,
  match_words text[],
  papers_due_at timestamp(3) with time zone,
  papers_arrived_at timestamp(3) with time zone,
  waiting_since timestamp(3) with time zone generated always as (
CASE
    WHEN (papers_due_at IS NULL) THEN LEAST(
    CASE
        WHEN (ein_status = 'Pending'::text) THEN ein_pending_since
        ELSE NULL::timestamp with time zone
    END,
    CASE
        WHEN (exempt_status = 'Pending'::text) THEN exempt_pending_since
        ELSE NULL::timestamp with time zone
    END, irs_changed_at)
    ELSE irs_changed_at
END) stored,
  ein_against jsonb,
  exempt_against jsonb,
  decided_by_name text,
  decided_outcome text,
  decided_group text default 'not-checked'::text not null,
  decided_by_id uuid,
  ein_shared boolean default false not null,
  has_papers boolean default false not null,
  search text generated always as (searched(((((((((((((((((name || ' '::text) || short_name) || ' '::text) || email) || ' '::text) || admin) || ' '::text) || city) || ' '::text) || state_words(state)) || ' '::text) || postal_code) || ' '::text) || primary_phone) || ' '::text) || secondary_phone))) stored,
  constraint organizations_decided_group_check CHECK ((decided_group = ANY (ARRAY['match'::text, 'differs'::text, 'not-deductible'::text, 'revoked'::text, 'not-listed'::text, 'not-checked'::text]))),
  constraint organizations_ein_status_check CHECK ((ein_status = ANY (ARRAY['Pending'::text, 'Approved'::text, 'Rejected'::text]))),
  constraint organizations_exempt_status_check CHECK ((exempt_status = ANY (ARRAY['Pending'::text, 'Approved'::text, 'Rejected'::text]))),
  constraint organizations_icon_media_id_fkey FOREIGN KEY (icon_media_id) REFERENCES media(id),
  constraint organizations_invite_id_fkey FOREIGN KEY (invite_id) REFERENCES invites(id),
  constraint organizations_invite_id_key UNIQUE (invite_id),
  constraint organizations_letter_language_check CHECK ((letter_language = ANY (ARRAY['en'::text, 'ar'::text, 'ur'::text]))),
  constraint organizations_logo_media_id_fkey FOREIGN KEY (logo_media_id) REFERENCES media(id),
  constraint organizations_pkey PRIMARY KEY (id),
  constraint organizations_status_check CHECK ((status = ANY (ARRAY['approved'::text, 'onboarding'::text, 'blocked'::text]))),
  constraint organizations_tax_group_check CHECK ((tax_group = ANY (ARRAY['match'::text, 'differs'::text, 'not-deductible'::text, 'revoked'::text, 'not-listed'::text, 'not-checked'::text])))
);

create table paper_uploads (
  id uuid not null,
  link_id uuid not null,
  name text not null,
  size integer not null,
  received integer not null,
  sha256 text,
  content_type text,
  created_at timestamp(3) with time zone not null,
  removed_at timestamp(3) with time zone,
  caller_key text,
  constraint paper_uploads_link_id_fkey FOREIGN KEY (link_id) REFERENCES papers_links(id),
  constraint paper_uploads_pkey PRIMARY KEY (id)
);

create table papers_links (
  id uuid not null,
  organization_id uuid not null,
  token_hash text not null,
  reason text not null,
  words text not null,
  missing text[] not null,
  by_name text not null,
  sent_to text not null,
  created_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null,
  opened_at timestamp(3) with time zone,
  submitted_at timestamp(3) with time zone,
  documents integer default 0 not null,
  revoked_at timestamp(3) with time zone,
  replaced_by uuid,
  asked_at timestamp(3) with time zone not null,
  remind_at timestamp(3) with time zone,
  reminded_at timestamp(3) with time zone,
  constraint papers_links_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint papers_links_pkey PRIMARY KEY (id),
  constraint papers_links_reason_check CHECK ((reason = ANY (ARRAY['welcome'::text, 'rejected'::text, 'asked'::text, 'reopened'::text, 'sent'::text]))),
  constraint papers_links_token_hash_key UNIQUE (token_hash)
);

create table payment_method_links (
  id uuid not null,
  organization_id uuid not null,
  customer_id text not null,
  token_hash text not null,
  sent_to text not null,
  by_name text not null,
  created_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null,
  opened_at timestamp(3) with time zone,
  used_at timestamp(3) with time zone,
  method_id text,
  revoked_at timestamp(3) with time zone,
  constraint payment_method_links_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES stripe_customers(id),
  constraint payment_method_links_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint payment_method_links_pkey PRIMARY KEY (id),
  constraint payment_method_links_token_hash_key UNIQUE (token_hash)
);

create table product_drafts (
  staff_id uuid not null,
  kind text not null,
  draft text not null,
  step integer not null,
  saved_at timestamp(3) with time zone not null,
  version integer not null,
  constraint product_drafts_pkey PRIMARY KEY (staff_id, kind),
  constraint product_drafts_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(id) ON DELETE CASCADE
);

create table recurring_movements (
  subscription_id text not null,
  number integer not null,
  customer_id text not null,
  currency text not null,
  kind text not null,
  at timestamp(3) with time zone not null,
  before bigint not null,
  after bigint not null,
  difference bigint generated always as ((after - before)) stored not null,
  items jsonb not null,
  is_derived boolean not null,
  organization_id uuid,
  constraint recurring_movements_before_check CHECK ((before >= 0)),
  constraint recurring_movements_check CHECK (((after >= 0) AND (after <> before))),
  constraint recurring_movements_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES stripe_customers(id),
  constraint recurring_movements_kind_check CHECK ((kind = ANY (ARRAY['new'::text, 'expansion'::text, 'contraction'::text, 'churn'::text, 'recovered'::text]))),
  constraint recurring_movements_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint recurring_movements_pkey PRIMARY KEY (subscription_id, number),
  constraint recurring_movements_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES stripe_subscriptions(id) ON DELETE CASCADE
);

create table remembered_logins (
  id uuid not null,
  series_hash text not null,
  token_hash text not null,
  previous_token_hash text,
  rotated_at timestamp(3) with time zone not null,
  staff_id uuid not null,
  created_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null,
  constraint remembered_logins_pkey PRIMARY KEY (id),
  constraint remembered_logins_series_hash_key UNIQUE (series_hash),
  constraint remembered_logins_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(id)
);

create table reminder_holds (
  id uuid not null,
  organization_id uuid not null,
  invoice_id text,
  until timestamp(3) with time zone not null,
  reason text not null,
  by_name text not null,
  created_at timestamp(3) with time zone not null,
  constraint reminder_holds_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES stripe_invoices(id) ON DELETE CASCADE,
  constraint reminder_holds_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint reminder_holds_pkey PRIMARY KEY (id)
);

create table response_entries (
  id uuid not null,
  demo_request_id uuid,
  inquiry_id uuid,
  status text not null,
  assignee text not null,
  note text not null,
  created_at timestamp(3) with time zone not null,
  reviewed_by text not null,
  from_website boolean not null,
  mail_id uuid,
  answer text default ''::text not null,
  saved_by uuid,
  previous jsonb,
  takes_back uuid,
  constraint response_entries_check CHECK ((num_nonnulls(demo_request_id, inquiry_id) = 1)),
  constraint response_entries_demo_request_id_fkey FOREIGN KEY (demo_request_id) REFERENCES demo_requests(id) ON DELETE CASCADE,
  constraint response_entries_inquiry_id_fkey FOREIGN KEY (inquiry_id) REFERENCES contact_inquiries(id) ON DELETE CASCADE,
  constraint response_entries_pkey PRIMARY KEY (id),
  constraint response_entries_saved_by_fkey FOREIGN KEY (saved_by) REFERENCES staff(id),
  constraint response_entries_takes_back_fkey FOREIGN KEY (takes_back) REFERENCES response_entries(id)
);

create table revenue_days (
  day date not null,
  currency text not null,
  invoices bigint not null,
  amount bigint not null,
  refunded bigint not null,
  is_folded boolean default false not null,
  lost bigint default 0 not null
);

create table revenue_product_days (
  day date not null,
  currency text not null,
  product_id text not null,
  amount bigint not null,
  is_folded boolean default false not null
);

create table settings (
  key text not null,
  value jsonb not null,
  constraint settings_pkey PRIMARY KEY (key)
);

create table sign_in_challenges (
  id uuid not null,
  token_hash text not null,
  user_name text not null,
  staff_id uuid,
  code_hash text not null,
  remember boolean not null,
  tries integer default 0 not null,
  created_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null,
  used_at timestamp(3) with time zone,
  member_ids uuid[],
  is_reset boolean default false not null,
  constraint sign_in_challenges_of_one_kind CHECK ((num_nonnulls(staff_id, member_ids) = 1)),
  constraint sign_in_challenges_pkey PRIMARY KEY (id),
  constraint sign_in_challenges_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(id),
  constraint sign_in_challenges_token_hash_key UNIQUE (token_hash)
);

create table staff (
  id uuid not null,
  user_name text not null,
  first_name text not null,
  last_name text not null,
  password_hash text not null,
  role text not null,
  access text default 'active'::text not null,
  verified_at timestamp(3) with time zone,
  password_set_by_other boolean default false not null,
  image text default ''::text not null,
  phone text default ''::text not null,
  address jsonb default '{}'::jsonb not null,
  created_at timestamp(3) with time zone not null,
  version integer default 1 not null,
  status text generated always as (
CASE
    WHEN (access = 'revoked'::text) THEN 'revoked'::text
    WHEN (verified_at IS NULL) THEN 'unverified'::text
    ELSE 'active'::text
END) stored,
  rank integer generated always as (
CASE role
    WHEN 'hikmah_owner'::text THEN 1
    WHEN 'hikmah_admin'::text THEN 2
    ELSE 3
END) stored,
  search text generated always as (searched(((((first_name || ' '::text) || last_name) || ' '::text) || user_name))) stored,
  time_zone text default ''::text not null,
  constraint staff_access_check CHECK ((access = ANY (ARRAY['active'::text, 'revoked'::text]))),
  constraint staff_pkey PRIMARY KEY (id),
  constraint staff_role_check CHECK ((role = ANY (ARRAY['hikmah_owner'::text, 'hikmah_admin'::text, 'hikmah_manager'::text])))
);

create table staff_codes (
  id uuid not null,
  staff_id uuid not null,
  purpose text not null,
  code_hash text not null,
  created_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null,
  used_at timestamp(3) with time zone,
  constraint staff_codes_pkey PRIMARY KEY (id),
  constraint staff_codes_purpose_check CHECK ((purpose = ANY (ARRAY['verify'::text, 'reset'::text]))),
  constraint staff_codes_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(id)
);

create table staff_notices (
  id uuid not null,
  staff_id uuid not null,
  topic text not null,
  line text not null,
  path text not null,
  created_at timestamp(3) with time zone not null,
  sent_at timestamp(3) with time zone,
  constraint staff_notices_pkey PRIMARY KEY (id),
  constraint staff_notices_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(id)
);

create table staff_preferences (
  staff_id uuid not null,
  topic text not null,
  choice text not null,
  constraint staff_preferences_choice_check CHECK ((choice = ANY (ARRAY['each'::text, 'daily'::text, 'off'::text]))),
  constraint staff_preferences_pkey PRIMARY KEY (staff_id, topic),
  constraint staff_preferences_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(id)
);

create table staff_sessions (
  id uuid not null,
  staff_id uuid not null,
  created_at timestamp(3) with time zone not null,
  last_used_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null,
  revoked_at timestamp(3) with time zone,
  ip text not null,
  browser text not null,
  operating_system text not null,
  series_id uuid,
  constraint staff_sessions_pkey PRIMARY KEY (id),
  constraint staff_sessions_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(id)
);

create table stripe_customers (
  id text not null,
  organization_id uuid,
  name text default ''::text not null,
  email text default ''::text not null,
  created_at timestamp(3) with time zone not null,
  linked_at timestamp(3) with time zone,
  linked_by text default ''::text not null,
  is_deleted boolean default false not null,
  fetched_at timestamp(3) with time zone not null,
  balance bigint default 0 not null,
  balance_currency text default ''::text not null,
  default_method_id text,
  methods_read_at timestamp(3) with time zone,
  method_problem text default ''::text not null,
  constraint stripe_customers_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint stripe_customers_pkey PRIMARY KEY (id)
);

create table stripe_drift (
  id uuid not null,
  found_at timestamp(3) with time zone not null,
  object text not null,
  object_id text not null,
  field text not null,
  local text not null,
  remote text not null,
  constraint stripe_drift_pkey PRIMARY KEY (id)
);

create table stripe_events (
  id text not null,
  type text not null,
  object_id text not null,
  account text default ''::text not null,
  created_at timestamp(3) with time zone not null,
  received_at timestamp(3) with time zone not null,
  payload jsonb not null,
  state text not null,
  problem text default ''::text not null,
  worked_at timestamp(3) with time zone,
  constraint stripe_events_pkey PRIMARY KEY (id)
);

create table stripe_invoice_lines (
  id text not null,
  invoice_id text not null,
  "position" integer not null,
  description text default ''::text not null,
  product_id text,
  price_id text,
  subscription_item_id text,
  quantity integer,
  unit_amount text,
  amount bigint not null,
  discount bigint not null,
  is_proration boolean not null,
  recurring_interval text,
  interval_count integer,
  period_start timestamp(3) with time zone not null,
  period_end timestamp(3) with time zone not null,
  constraint stripe_invoice_lines_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES stripe_invoices(id) ON DELETE CASCADE,
  constraint stripe_invoice_lines_pkey PRIMARY KEY (id)
);

create table stripe_invoices (
  id text not null,
  customer_id text not null,
  organization_id uuid,
  subscription_id text,
  number text,
  receipt_number text,
  status text not null,
  billing_reason text default ''::text not null,
  currency text not null,
  subtotal bigint not null,
  discount bigint not null,
  tax bigint not null,
  shipping bigint not null,
  total bigint not null,
  amount_due bigint not null,
  amount_paid bigint not null,
  amount_remaining bigint not null,
  refunded bigint default 0 not null,
  recurring_interval text,
  interval_count integer,
  discounts jsonb not null,
  customer_name text default ''::text not null,
  customer_email text default ''::text not null,
  customer_address jsonb,
  attempt_count integer default 0 not null,
  created_at timestamp(3) with time zone not null,
  finalized_at timestamp(3) with time zone,
  due_at timestamp(3) with time zone,
  paid_at timestamp(3) with time zone,
  payment jsonb,
  fetched_at timestamp(3) with time zone not null,
  charges jsonb default '[]'::jsonb not null,
  paid_outside bigint default 0 not null,
  refund_pending bigint default 0 not null,
  credited bigint default 0 not null,
  returned_outside bigint default 0 not null,
  disputed bigint default 0 not null,
  lost bigint default 0 not null,
  dispute_fees bigint default 0 not null,
  collection_method text default ''::text not null,
  next_attempt_at timestamp(3) with time zone,
  decline text default ''::text not null,
  paid_outside_note jsonb,
  reminded integer default 0 not null,
  taxes jsonb default '[]'::jsonb not null,
  is_failure_told boolean default false not null,
  canceled_order_id uuid,
  search text generated always as (searched(((((COALESCE(number, ''::text) || ' '::text) || COALESCE(receipt_number, ''::text)) || ' '::text) || customer_name))) stored,
  constraint stripe_invoices_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES stripe_customers(id),
  constraint stripe_invoices_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint stripe_invoices_pkey PRIMARY KEY (id)
);

create table stripe_operations (
  id uuid not null,
  kind text not null,
  target text not null,
  params jsonb not null,
  params_hash text not null,
  state text not null,
  answer jsonb,
  problem text default ''::text not null,
  by_actor jsonb not null,
  tries integer default 0 not null,
  created_at timestamp(3) with time zone not null,
  tried_at timestamp(3) with time zone not null,
  settled_at timestamp(3) with time zone,
  request_keys text[] default '{}'::text[] not null,
  constraint stripe_operations_pkey PRIMARY KEY (id)
);

create table stripe_payment_methods (
  id text not null,
  customer_id text not null,
  type text not null,
  brand text default ''::text not null,
  last4 text default ''::text not null,
  exp_month integer,
  exp_year integer,
  created_at timestamp(3) with time zone not null,
  detached_at timestamp(3) with time zone,
  fetched_at timestamp(3) with time zone not null,
  constraint stripe_payment_methods_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES stripe_customers(id) ON DELETE CASCADE,
  constraint stripe_payment_methods_pkey PRIMARY KEY (id)
);

create table stripe_prices (
  id text not null,
  product_id text not null,
  nickname text default ''::text not null,
  unit_amount bigint,
  currency text not null,
  recurring_interval text,
  interval_count integer,
  is_active boolean not null,
  fetched_at timestamp(3) with time zone not null,
  constraint stripe_prices_pkey PRIMARY KEY (id)
);

create table stripe_products (
  id text not null,
  name text not null,
  fetched_at timestamp(3) with time zone not null,
  constraint stripe_products_pkey PRIMARY KEY (id)
);

create table stripe_subscription_items (
  id text not null,
  subscription_id text not null,
  "position" integer not null,
  price_id text not null,
  product_id text not null,
  quantity integer not null,
  unit_amount numeric,
  currency text not null,
  recurring_interval text,
  interval_count integer,
  current_period_start timestamp(3) with time zone not null,
  current_period_end timestamp(3) with time zone not null,
  constraint stripe_subscription_items_pkey PRIMARY KEY (id),
  constraint stripe_subscription_items_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES stripe_subscriptions(id) ON DELETE CASCADE
);

create table stripe_subscriptions (
  id text not null,
  customer_id text not null,
  organization_id uuid,
  status text not null,
  currency text not null,
  started_at timestamp(3) with time zone not null,
  current_period_end timestamp(3) with time zone,
  trial_end timestamp(3) with time zone,
  cancel_at timestamp(3) with time zone,
  cancel_at_period_end boolean not null,
  ended_at timestamp(3) with time zone,
  card_brand text default ''::text not null,
  card_last4 text default ''::text not null,
  latest_invoice_id text,
  discounts jsonb not null,
  metadata jsonb not null,
  fetched_at timestamp(3) with time zone not null,
  canceled_at timestamp(3) with time zone,
  default_method_id text,
  planned_change jsonb,
  collection_method text default ''::text not null,
  cancellation jsonb,
  constraint stripe_subscriptions_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES stripe_customers(id),
  constraint stripe_subscriptions_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint stripe_subscriptions_pkey PRIMARY KEY (id)
);

create table stripe_walks (
  id uuid not null,
  kind text not null,
  started_at timestamp(3) with time zone not null,
  ended_at timestamp(3) with time zone,
  compared integer default 0 not null,
  differed integer default 0 not null,
  problem text default ''::text not null,
  constraint stripe_walks_pkey PRIMARY KEY (id)
);

create table tax_claims (
  organization_id uuid not null,
  staff_id uuid not null,
  by_name text not null,
  at timestamp(3) with time zone not null,
  constraint tax_claims_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint tax_claims_pkey PRIMARY KEY (organization_id),
  constraint tax_claims_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(id)
);

create table tax_decision_times (
  organization_id uuid not null,
  version integer not null,
  outcome text,
  decided_at timestamp(3) with time zone not null,
  seconds integer not null,
  constraint tax_decision_times_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint tax_decision_times_pkey PRIMARY KEY (organization_id, version),
  constraint tax_decision_times_seconds_check CHECK ((seconds >= 0))
);

create table tax_decision_undos (
  organization_id uuid not null,
  version integer not null,
  decided_by uuid not null,
  until timestamp(3) with time zone not null,
  mail_id uuid,
  ein text not null,
  ein_status text,
  ein_reviewed_at timestamp(3) with time zone,
  ein_pending_since timestamp(3) with time zone,
  tax_exempt boolean not null,
  exempt_status text,
  exempt_reviewed_at timestamp(3) with time zone,
  exempt_pending_since timestamp(3) with time zone,
  irs_changed_at timestamp(3) with time zone,
  papers_asked_at timestamp(3) with time zone,
  claimed_by uuid,
  claimed_by_name text,
  claimed_at timestamp(3) with time zone,
  link_id uuid,
  papers_due_at timestamp(3) with time zone,
  papers_arrived_at timestamp(3) with time zone,
  ein_against jsonb,
  exempt_against jsonb,
  decided_by_name text,
  decided_outcome text,
  decided_group text default 'not-checked'::text not null,
  notice_mails uuid[] default '{}'::uuid[] not null,
  notices uuid[] default '{}'::uuid[] not null,
  decided_by_id uuid,
  ein_shared boolean default false not null,
  constraint tax_decision_undos_claimed_by_fkey FOREIGN KEY (claimed_by) REFERENCES staff(id),
  constraint tax_decision_undos_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES staff(id),
  constraint tax_decision_undos_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint tax_decision_undos_pkey PRIMARY KEY (organization_id)
);

create table tax_documents (
  id uuid not null,
  organization_id uuid not null,
  event_id uuid not null,
  name text not null,
  content_type text not null,
  size integer not null,
  sha256 text not null,
  created_at timestamp(3) with time zone not null,
  constraint tax_documents_event_id_fkey FOREIGN KEY (event_id) REFERENCES tax_events(id),
  constraint tax_documents_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint tax_documents_pkey PRIMARY KEY (id)
);

create table tax_events (
  id uuid not null,
  organization_id uuid not null,
  type text not null,
  status text not null,
  at timestamp(3) with time zone not null,
  by_name text not null,
  messages jsonb default '[]'::jsonb not null,
  snapshot jsonb,
  evidence jsonb,
  reason_code text,
  missing text[] default '{}'::text[] not null,
  against jsonb,
  constraint tax_events_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint tax_events_pkey PRIMARY KEY (id),
  constraint tax_events_status_check CHECK ((status = ANY (ARRAY['Submitted'::text, 'Resubmitted'::text, 'Pending'::text, 'Approved'::text, 'Rejected'::text, 'Changed'::text]))),
  constraint tax_events_type_check CHECK ((type = ANY (ARRAY['EIN/Tax ID'::text, 'Tax exemptions'::text, 'IRS record'::text])))
);

create table tax_openings (
  organization_id uuid not null,
  staff_id uuid not null,
  version integer not null,
  at timestamp(3) with time zone not null,
  constraint tax_openings_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint tax_openings_pkey PRIMARY KEY (organization_id, staff_id),
  constraint tax_openings_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(id)
);

create table tax_requests (
  id uuid not null,
  organization_id uuid not null,
  status text not null,
  at timestamp(3) with time zone not null,
  by_name text not null,
  reason_code text,
  reason text not null,
  missing text[] not null,
  message text not null,
  constraint tax_requests_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint tax_requests_pkey PRIMARY KEY (id),
  constraint tax_requests_status_check CHECK ((status = ANY (ARRAY['Asked'::text, 'Undone'::text])))
);

create table tax_verdicts (
  organization_id uuid not null,
  outcome text not null,
  score real,
  evidence jsonb not null,
  outcome_before text,
  registry_version integer not null,
  checked_at timestamp(3) with time zone not null,
  constraint tax_verdicts_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint tax_verdicts_pkey PRIMARY KEY (organization_id),
  constraint tax_verdicts_score_check CHECK (((score >= (0)::double precision) AND (score <= (1)::double precision)))
);

create table throttles (
  key text not null,
  count integer not null,
  window_ends_at timestamp(3) with time zone not null,
  locked_until timestamp(3) with time zone,
  locks integer default 0 not null,
  constraint throttles_pkey PRIMARY KEY (key)
);

CREATE INDEX agreement_logs_organization ON public.agreement_logs USING btree (organization_id, created_at);

CREATE INDEX applications_created ON public.applications USING btree (created_at, id);

CREATE INDEX applications_exact ON public.applications USING gin ((ARRAY[folded(display_name), folded(name)]));

CREATE INDEX applications_icon ON public.applications USING btree (icon_media_id);

CREATE INDEX applications_image ON public.applications USING btree (image_media_id);

CREATE INDEX applications_place ON public.applications USING btree (place, id) WHERE (archived_at IS NULL);

CREATE INDEX applications_search ON public.applications USING gin (search gin_trgm_ops);

CREATE INDEX audit_entries_activities ON public.audit_entries USING btree (seq) WHERE ((entity <> ALL (ARRAY['audit'::text, 'mail'::text, 'staff'::text])) AND (action !~~ '%.list-exported'::text) AND (action !~~ '%read'::text) AND (action !~~ 'sign-in.%'::text) AND (action !~~ 'session.%'::text));

CREATE INDEX audit_entries_actor ON public.audit_entries USING btree (actor_id, seq);

CREATE INDEX audit_entries_actor_name ON public.audit_entries USING btree (actor_name, seq);

CREATE INDEX audit_entries_actor_words ON public.audit_entries USING gin ((((' '::text || folded(actor_name)) || ' '::text)) gin_trgm_ops);

CREATE INDEX audit_entries_against ON public.audit_entries USING btree (seq) WHERE (((changes -> 'against'::text) ->> 'after'::text) IS NOT NULL);

CREATE INDEX audit_entries_at ON public.audit_entries USING btree (at);

CREATE INDEX audit_entries_entity ON public.audit_entries USING btree (entity, entity_id, seq);

CREATE INDEX audit_entries_kind ON public.audit_entries USING btree (audit_kind(action, changes), seq);

CREATE INDEX audit_entries_organization ON public.audit_entries USING btree (organization_id, seq);

CREATE INDEX audit_seals_part ON public.audit_seals USING btree (part, number);

CREATE INDEX campaigns_coupon ON public.campaigns USING btree (coupon_id);

CREATE INDEX campaigns_created ON public.campaigns USING btree (created_at, id);

CREATE INDEX campaigns_exact ON public.campaigns USING gin ((ARRAY[folded(code), folded(promo_id)]));

CREATE INDEX campaigns_image ON public.campaigns USING btree (image_media_id);

CREATE INDEX campaigns_search ON public.campaigns USING gin (search gin_trgm_ops);

CREATE UNIQUE INDEX canned_replies_title ON public.canned_replies USING btree (lower(title));

CREATE INDEX contact_inquiries_assignee ON public.contact_inquiries USING btree (assignee_id, created_at, id) WHERE ((assignee_id IS NOT NULL) AND (deleted_at IS NULL));

CREATE INDEX contact_inquiries_created ON public.contact_inquiries USING btree (created_at, id) WHERE (deleted_at IS NULL);

CREATE INDEX contact_inquiries_deleted ON public.contact_inquiries USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);

CREATE INDEX contact_inquiries_email ON public.contact_inquiries USING btree (email, created_at);

CREATE INDEX contact_inquiries_exact ON public.contact_inquiries USING gin ((ARRAY[folded(name), folded(email), ltrim(phone, '+'::text)]));

CREATE INDEX contact_inquiries_name ON public.contact_inquiries USING btree (name COLLATE names, id) WHERE (deleted_at IS NULL);

CREATE INDEX contact_inquiries_search ON public.contact_inquiries USING gin (search gin_trgm_ops);

CREATE INDEX contact_inquiries_spam ON public.contact_inquiries USING btree (created_at, id) WHERE (spam AND (deleted_at IS NULL));

CREATE INDEX contact_inquiries_status_created ON public.contact_inquiries USING btree (status, created_at, id) WHERE (deleted_at IS NULL);

CREATE INDEX contact_inquiries_status_name ON public.contact_inquiries USING btree (status, name COLLATE names, id) WHERE (deleted_at IS NULL);

CREATE INDEX contact_inquiries_status_type ON public.contact_inquiries USING btree (status, inquiry_type, id) WHERE (deleted_at IS NULL);

CREATE INDEX contact_inquiries_status_updated ON public.contact_inquiries USING btree (status, updated_at, id) WHERE (deleted_at IS NULL);

CREATE INDEX contact_inquiries_type ON public.contact_inquiries USING btree (inquiry_type, id) WHERE (deleted_at IS NULL);

CREATE INDEX contact_inquiries_updated ON public.contact_inquiries USING btree (updated_at, id) WHERE (deleted_at IS NULL);

CREATE INDEX demo_requests_assignee ON public.demo_requests USING btree (assignee_id, created_at, id) WHERE ((assignee_id IS NOT NULL) AND (deleted_at IS NULL));

CREATE INDEX demo_requests_created ON public.demo_requests USING btree (created_at, id) WHERE (deleted_at IS NULL);

CREATE INDEX demo_requests_deleted ON public.demo_requests USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);

CREATE INDEX demo_requests_email ON public.demo_requests USING btree (email, created_at);

CREATE INDEX demo_requests_exact ON public.demo_requests USING gin ((ARRAY[folded(((first_name || ' '::text) || last_name)), folded(email), folded(organization), ltrim(phone, '+'::text)]));

CREATE INDEX demo_requests_name ON public.demo_requests USING btree (first_name COLLATE names, last_name COLLATE names, id) WHERE (deleted_at IS NULL);

CREATE INDEX demo_requests_organization ON public.demo_requests USING btree (organization COLLATE names, id) WHERE (deleted_at IS NULL);

CREATE INDEX demo_requests_search ON public.demo_requests USING gin (search gin_trgm_ops);

CREATE INDEX demo_requests_spam ON public.demo_requests USING btree (created_at, id) WHERE (spam AND (deleted_at IS NULL));

CREATE INDEX demo_requests_status_created ON public.demo_requests USING btree (status, created_at, id) WHERE (deleted_at IS NULL);

CREATE INDEX demo_requests_status_name ON public.demo_requests USING btree (status, first_name COLLATE names, last_name COLLATE names, id) WHERE (deleted_at IS NULL);

CREATE INDEX demo_requests_status_organization ON public.demo_requests USING btree (status, organization COLLATE names, id) WHERE (deleted_at IS NULL);

CREATE INDEX demo_requests_status_updated ON public.demo_requests USING btree (status, updated_at, id) WHERE (deleted_at IS NULL);

CREATE INDEX demo_requests_updated ON public.demo_requests USING btree (updated_at, id) WHERE (deleted_at IS NULL);

CREATE INDEX device_beats_away ON public.device_beats USING btree (device_id) WHERE ((NOT connected) AND (last_beat_at IS NOT NULL));

CREATE INDEX device_beats_last_seen ON public.device_beats USING btree (last_beat_at NULLS FIRST, device_id);

CREATE INDEX device_events_created ON ONLY public.device_events USING btree (created_at);

CREATE INDEX device_events_device ON ONLY public.device_events USING btree (device_id, created_at, seq);

CREATE INDEX device_events_type ON ONLY public.device_events USING btree (device_id, type, created_at, seq);

CREATE INDEX devices_created ON public.devices USING btree (created_at, id) WHERE (deleted_at IS NULL);

CREATE INDEX devices_deleted ON public.devices USING btree (id) WHERE (deleted_at IS NOT NULL);

CREATE UNIQUE INDEX devices_device_id ON public.devices USING btree (device_id);

CREATE INDEX devices_exact ON public.devices USING gin ((ARRAY[folded(device_id), lower(mac_address), lower(replace(mac_address, ':'::text, ''::text)), folded(name)])) WHERE (deleted_at IS NULL);

CREATE INDEX devices_free ON public.devices USING btree (app_stream, device_id) WHERE ((organization_id IS NULL) AND (deleted_at IS NULL));

CREATE INDEX devices_image ON public.devices USING btree (image_media_id) WHERE (image_media_id IS NOT NULL);

CREATE UNIQUE INDEX devices_key ON public.devices USING btree (key_hash);

CREATE INDEX devices_live ON public.devices USING btree (device_id, id) WHERE (deleted_at IS NULL);

CREATE UNIQUE INDEX devices_mac_address ON public.devices USING btree (mac_address) WHERE (deleted_at IS NULL);

CREATE INDEX devices_name ON public.devices USING btree (name COLLATE names, id) WHERE (deleted_at IS NULL);

CREATE INDEX devices_organization ON public.devices USING btree (organization_id, device_id) WHERE (organization_id IS NOT NULL);

CREATE INDEX devices_price ON public.devices USING btree (price, id) WHERE (deleted_at IS NULL);

CREATE INDEX devices_search ON public.devices USING gin (search gin_trgm_ops) WHERE (deleted_at IS NULL);

CREATE INDEX devices_state ON public.devices USING btree (organization_state, created_at, id) WHERE ((organization_state <> ''::text) AND (deleted_at IS NULL));

CREATE INDEX devices_status_created ON public.devices USING btree (listed_status, created_at, id) WHERE (deleted_at IS NULL);

CREATE INDEX devices_status_name ON public.devices USING btree (listed_status, name COLLATE names, id) WHERE (deleted_at IS NULL);

CREATE INDEX devices_status_price ON public.devices USING btree (listed_status, price, id) WHERE (deleted_at IS NULL);

CREATE INDEX devices_stream_created ON public.devices USING btree (app_stream, created_at, id) WHERE (deleted_at IS NULL);

CREATE INDEX idempotency_keys_expiry ON public.idempotency_keys USING btree (expires_at);

CREATE INDEX integration_applications_application ON public.integration_applications USING btree (application_id);

CREATE INDEX integrations_created ON public.integrations USING btree (created_at, id);

CREATE INDEX integrations_exact ON public.integrations USING gin ((ARRAY[folded(name)]));

CREATE INDEX integrations_image ON public.integrations USING btree (image_media_id);

CREATE INDEX integrations_place ON public.integrations USING btree (place, id) WHERE (deleted_at IS NULL);

CREATE INDEX integrations_search ON public.integrations USING gin (search gin_trgm_ops);

CREATE INDEX invite_logs_code ON public.invite_logs USING btree (code, org_email);

CREATE INDEX invite_logs_invite ON public.invite_logs USING btree (invite_id, created_at);

CREATE INDEX invites_accepted ON public.invites USING btree (accepted_at) WHERE (accepted_at IS NOT NULL);

CREATE INDEX invites_admin ON public.invites USING btree (org_admin COLLATE names, id);

CREATE INDEX invites_code ON public.invites USING gin ((((' '::text || code) || ' '::text)) gin_trgm_ops);

CREATE INDEX invites_created ON public.invites USING btree (created_at, id);

CREATE INDEX invites_email ON public.invites USING btree (org_email);

CREATE INDEX invites_exact ON public.invites USING gin ((ARRAY[folded(org_name), folded(org_admin), folded(org_email), ltrim(phone, '+'::text)]));

CREATE INDEX invites_name ON public.invites USING btree (org_name COLLATE names, id);

CREATE UNIQUE INDEX invites_open_code ON public.invites USING btree (code) WHERE ((accepted_at IS NULL) AND (revoked_at IS NULL));

CREATE UNIQUE INDEX invites_open_email ON public.invites USING btree (org_email) WHERE ((accepted_at IS NULL) AND (revoked_at IS NULL));

CREATE INDEX invites_outcome ON public.invites USING btree (created_at) INCLUDE (accepted_at);

CREATE INDEX invites_search ON public.invites USING gin (search gin_trgm_ops);

CREATE INDEX invites_status_admin ON public.invites USING btree (status, org_admin COLLATE names, id);

CREATE INDEX invites_status_created ON public.invites USING btree (status, created_at, id);

CREATE INDEX invites_status_name ON public.invites USING btree (status, org_name COLLATE names, id);

CREATE INDEX irs_imports_created ON public.irs_imports USING btree (created_at, id);

CREATE INDEX irs_organizations_words ON public.irs_organizations USING gin (words);

CREATE INDEX irs_revocations_ein ON public.irs_revocations USING btree (ein);

CREATE INDEX kept_checkouts_customer ON public.kept_checkouts USING btree (customer_id);

CREATE INDEX kept_checkouts_guests ON public.kept_checkouts USING btree (created_at, id) WHERE (customer_id IS NULL);

CREATE INDEX mails_created ON public.mails USING btree (created_at);

CREATE INDEX mails_due ON public.mails USING btree (secret, next_attempt_at) WHERE (status = 'queued'::text);

CREATE INDEX mails_failed ON public.mails USING btree (invite_id) WHERE (status = 'failed'::text);

CREATE INDEX mails_invite ON public.mails USING btree (invite_id, created_at);

CREATE INDEX mails_organization ON public.mails USING btree (organization_id, created_at);

CREATE INDEX mails_thread ON public.mails USING btree (thread, recipient, id) WHERE (thread <> ''::text);

CREATE INDEX mails_to ON public.mails USING btree (lower(recipient), id);

CREATE INDEX mails_to_staff ON public.mails USING btree (created_at) WHERE (kind = ANY (ARRAY['notice'::text, 'digest'::text]));

CREATE INDEX mails_waiting ON public.mails USING btree (created_at) WHERE (status = 'waiting'::text);

CREATE UNIQUE INDEX media_content ON public.media USING btree (sha256);

CREATE INDEX media_created ON public.media USING btree (kind, created_at);

CREATE INDEX member_sessions_expiry ON public.member_sessions USING btree (expires_at);

CREATE INDEX member_sessions_member ON public.member_sessions USING btree (member_id, created_at);

CREATE INDEX members_created ON public.members USING btree (created_at, id);

CREATE INDEX members_email ON public.members USING btree (user_name);

CREATE INDEX members_exact ON public.members USING gin ((ARRAY[folded(((first_name || ' '::text) || last_name)), folded(user_name)]));

CREATE INDEX members_roles ON public.members USING gin (roles jsonb_path_ops);

CREATE INDEX members_search ON public.members USING gin (search gin_trgm_ops);

CREATE UNIQUE INDEX members_user_name ON public.members USING btree (organization_id, user_name);

CREATE INDEX money_movements_amount ON public.money_movements USING btree ((((movement ->> 'amount'::text))::bigint), id) WHERE (kind = 'dispute'::text);

CREATE INDEX money_movements_disputed ON public.money_movements USING btree (((movement ->> 'at'::text)), id) WHERE (kind = 'dispute'::text);

CREATE INDEX money_movements_disputes ON public.money_movements USING btree (((movement ->> 'evidenceDueAt'::text)), id) WHERE (kind = 'dispute'::text);

CREATE INDEX money_movements_intent ON public.money_movements USING btree (payment_intent_id) WHERE (payment_intent_id IS NOT NULL);

CREATE INDEX money_movements_invoice ON public.money_movements USING btree (invoice_id) WHERE (invoice_id IS NOT NULL);

CREATE INDEX money_movements_outcome ON public.money_movements USING btree (((movement ->> 'outcome'::text)), ((movement ->> 'at'::text)), id) WHERE (kind = 'dispute'::text);

CREATE INDEX money_movements_outcome_amount ON public.money_movements USING btree (((movement ->> 'outcome'::text)), (((movement ->> 'amount'::text))::bigint), id) WHERE (kind = 'dispute'::text);

CREATE INDEX money_movements_untold ON public.money_movements USING btree (id) WHERE ((kind = 'dispute'::text) AND (NOT (told @> ARRAY[(movement ->> 'outcome'::text)])));

CREATE INDEX money_movements_waiting ON public.money_movements USING btree (((movement ->> 'evidenceDueAt'::text)), id) WHERE ((kind = 'dispute'::text) AND ((movement ->> 'outcome'::text) = ANY (ARRAY['open'::text, 'inquiry'::text])));

CREATE UNIQUE INDEX open_invoice_days_folded ON public.open_invoice_days USING btree (day) WHERE is_folded;

CREATE INDEX order_days_day ON public.order_days USING btree (day);

CREATE UNIQUE INDEX order_days_folded ON public.order_days USING btree (day, status, currency) WHERE is_folded;

CREATE INDEX order_item_devices_device ON public.order_item_devices USING btree (device_id);

CREATE INDEX order_items_order ON public.order_items USING btree (order_id, "position");

CREATE INDEX order_items_staff ON public.order_items USING btree (staff_id) WHERE (staff_id IS NOT NULL);

CREATE INDEX order_refunds_invoice ON public.order_refunds USING btree (invoice_id) WHERE (invoice_id IS NOT NULL);

CREATE INDEX order_refunds_order ON public.order_refunds USING btree (order_id, created_at);

CREATE INDEX orders_created ON public.orders USING btree (created_at, id);

CREATE INDEX orders_email ON public.orders USING gin ((((' '::text || folded(email)) || ' '::text)) gin_trgm_ops);

CREATE INDEX orders_exact ON public.orders USING gin ((ARRAY[(order_no)::text, ('#'::text || (order_no)::text), folded(organization_name), ltrim(organization_phone, '+'::text), folded(promo_code)]));

CREATE INDEX orders_invoice ON public.orders USING btree (invoice_id) WHERE (invoice_id IS NOT NULL);

CREATE INDEX orders_organization ON public.orders USING btree (organization_id, created_at, id);

CREATE INDEX orders_organization_name ON public.orders USING btree (organization_name COLLATE names, id);

CREATE INDEX orders_payment_intent ON public.orders USING btree (payment_intent_id) WHERE (payment_intent_id IS NOT NULL);

CREATE INDEX orders_promo ON public.orders USING btree (promo_id, created_at) WHERE (promo_id <> ''::text);

CREATE INDEX orders_receipt ON public.orders USING btree (((charge ->> 'receiptNumber'::text))) WHERE (charge IS NOT NULL);

CREATE INDEX orders_search ON public.orders USING gin (search gin_trgm_ops);

CREATE INDEX orders_status_created ON public.orders USING btree (status, created_at, id);

CREATE INDEX orders_status_organization_name ON public.orders USING btree (status, organization_name COLLATE names, id);

CREATE INDEX orders_status_total ON public.orders USING btree (status, total, id);

CREATE INDEX orders_subscription ON public.orders USING btree (subscription_id) WHERE (subscription_id IS NOT NULL);

CREATE INDEX orders_total ON public.orders USING btree (total, id);

CREATE INDEX organization_status_changes_at ON public.organization_status_changes USING btree (at) INCLUDE (from_status, to_status);

CREATE INDEX organization_status_changes_organization ON public.organization_status_changes USING btree (organization_id, at);

CREATE INDEX organizations_against ON public.organizations USING btree (decided_at, id) WHERE ((decided_at IS NOT NULL) AND ((ein_against IS NOT NULL) OR (exempt_against IS NOT NULL)));

CREATE INDEX organizations_against_name ON public.organizations USING btree (name COLLATE names, id) WHERE ((ein_against IS NOT NULL) OR (exempt_against IS NOT NULL));

CREATE INDEX organizations_against_waiting ON public.organizations USING btree (((papers_arrived_at IS NULL)), waiting_since, id) WHERE ((waiting_since IS NOT NULL) AND ((ein_against IS NOT NULL) OR (exempt_against IS NOT NULL)));

CREATE INDEX organizations_arrived ON public.organizations USING btree (waiting_since) WHERE (papers_arrived_at IS NOT NULL);

CREATE INDEX organizations_changed ON public.organizations USING btree (irs_changed_at, id) WHERE (irs_changed_at IS NOT NULL);

CREATE INDEX organizations_city ON public.organizations USING btree (city COLLATE names, id);

CREATE INDEX organizations_created ON public.organizations USING btree (created_at, id);

CREATE INDEX organizations_decided ON public.organizations USING btree (decided_at, id) WHERE (decided_at IS NOT NULL);

CREATE INDEX organizations_decided_by ON public.organizations USING btree (decided_by_id, decided_at, id) WHERE (decided_at IS NOT NULL);

CREATE INDEX organizations_decided_by_name ON public.organizations USING btree (decided_by_id, name COLLATE names, id) WHERE (decided_at IS NOT NULL);

CREATE INDEX organizations_decided_group ON public.organizations USING btree (decided_group, decided_at, id) WHERE (decided_at IS NOT NULL);

CREATE INDEX organizations_decided_group_name ON public.organizations USING btree (decided_group, name COLLATE names, id) WHERE (decided_at IS NOT NULL);

CREATE INDEX organizations_decided_name ON public.organizations USING btree (name COLLATE names, id) WHERE (decided_at IS NOT NULL);

CREATE INDEX organizations_ein ON public.organizations USING gin ((((((' '::text || replace(ein, '-'::text, ' '::text)) || ' '::text) || replace(ein, '-'::text, ''::text)) || ' '::text)) gin_trgm_ops);

CREATE INDEX organizations_exact ON public.organizations USING gin ((ARRAY[folded(name), folded(short_name), folded(email), folded(admin), ltrim(primary_phone, '+'::text), ltrim(secondary_phone, '+'::text)]));

CREATE INDEX organizations_group_name ON public.organizations USING btree (tax_group, name COLLATE names, id) WHERE (waiting_since IS NOT NULL);

CREATE INDEX organizations_group_waiting ON public.organizations USING btree (tax_group, ((papers_arrived_at IS NULL)), waiting_since, id) WHERE (waiting_since IS NOT NULL);

CREATE INDEX organizations_icon ON public.organizations USING btree (icon_media_id) WHERE (icon_media_id IS NOT NULL);

CREATE INDEX organizations_irs_changed ON public.organizations USING btree (((papers_arrived_at IS NULL)), waiting_since, id) WHERE (irs_changed_at IS NOT NULL);

CREATE INDEX organizations_irs_changed_name ON public.organizations USING btree (name COLLATE names, id) WHERE (irs_changed_at IS NOT NULL);

CREATE INDEX organizations_logo ON public.organizations USING btree (logo_media_id) WHERE (logo_media_id IS NOT NULL);

CREATE INDEX organizations_match_words ON public.organizations USING gin (match_words);

CREATE INDEX organizations_name ON public.organizations USING btree (name COLLATE names, id);

CREATE INDEX organizations_no_paper ON public.organizations USING btree (((papers_arrived_at IS NULL)), waiting_since, id) WHERE ((waiting_since IS NOT NULL) AND (NOT has_papers));

CREATE INDEX organizations_no_paper_name ON public.organizations USING btree (name COLLATE names, id) WHERE ((waiting_since IS NOT NULL) AND (NOT has_papers));

CREATE INDEX organizations_not_matched ON public.organizations USING btree (id) WHERE (match_words IS NULL);

CREATE INDEX organizations_papers ON public.organizations USING btree (papers_due_at, id) WHERE (papers_due_at IS NOT NULL);

CREATE INDEX organizations_papers_name ON public.organizations USING btree (name COLLATE names, id) WHERE (papers_due_at IS NOT NULL);

CREATE INDEX organizations_payment_account ON public.organizations USING btree (payment_account_id) WHERE (payment_account_id <> ''::text);

CREATE INDEX organizations_resubmitted ON public.organizations USING btree (((papers_arrived_at IS NULL)), waiting_since, id) WHERE ((waiting_since IS NOT NULL) AND tax_resubmitted);

CREATE INDEX organizations_resubmitted_name ON public.organizations USING btree (name COLLATE names, id) WHERE ((waiting_since IS NOT NULL) AND tax_resubmitted);

CREATE INDEX organizations_same_ein ON public.organizations USING btree (ein) WHERE (ein <> ''::text);

CREATE INDEX organizations_search ON public.organizations USING gin (search gin_trgm_ops);

CREATE INDEX organizations_status_city ON public.organizations USING btree (status, city COLLATE names, id);

CREATE INDEX organizations_status_created ON public.organizations USING btree (status, created_at, id);

CREATE INDEX organizations_status_name ON public.organizations USING btree (status, name COLLATE names, id);

CREATE INDEX organizations_status_type ON public.organizations USING btree (status, type, id);

CREATE INDEX organizations_type ON public.organizations USING btree (type, id);

CREATE INDEX organizations_unchecked ON public.organizations USING btree (id) WHERE ((ein <> ''::text) AND (tax_group = 'not-checked'::text));

CREATE INDEX organizations_waiting ON public.organizations USING btree (((papers_arrived_at IS NULL)), waiting_since, id) WHERE (waiting_since IS NOT NULL);

CREATE INDEX organizations_waiting_name ON public.organizations USING btree (name COLLATE names, id) WHERE (waiting_since IS NOT NULL);

CREATE INDEX organizations_waiting_search ON public.organizations USING gin (search gin_trgm_ops, (((((' '::text || replace(ein, '-'::text, ' '::text)) || ' '::text) || replace(ein, '-'::text, ''::text)) || ' '::text)) gin_trgm_ops, (ARRAY[folded(name), folded(short_name), folded(email), folded(admin), ltrim(primary_phone, '+'::text), ltrim(secondary_phone, '+'::text)])) WHERE (waiting_since IS NOT NULL);

CREATE INDEX organizations_web_host ON public.organizations USING btree (web_host(website)) WHERE (website <> ''::text);

CREATE INDEX paper_uploads_link ON public.paper_uploads USING btree (link_id, created_at);

CREATE INDEX papers_links_ended ON public.papers_links USING btree (COALESCE(revoked_at, expires_at));

CREATE INDEX papers_links_organization ON public.papers_links USING btree (organization_id, created_at);

CREATE INDEX papers_links_remind ON public.papers_links USING btree (remind_at) WHERE (remind_at IS NOT NULL);

CREATE INDEX payment_method_links_organization ON public.payment_method_links USING btree (organization_id, created_at);

CREATE INDEX recurring_movements_at ON public.recurring_movements USING btree (at) INCLUDE (currency, kind, difference, customer_id, is_derived);

CREATE INDEX recurring_movements_customer ON public.recurring_movements USING btree (customer_id);

CREATE INDEX recurring_movements_organization ON public.recurring_movements USING btree (organization_id, currency, at) INCLUDE (difference);

CREATE INDEX recurring_movements_part ON public.recurring_movements USING btree (currency, kind, at, subscription_id, number);

CREATE INDEX remembered_logins_expiry ON public.remembered_logins USING btree (expires_at);

CREATE INDEX remembered_logins_staff ON public.remembered_logins USING btree (staff_id);

CREATE INDEX reminder_holds_organization ON public.reminder_holds USING btree (organization_id, until);

CREATE INDEX response_entries_demo_request ON public.response_entries USING btree (demo_request_id, created_at, id) WHERE (demo_request_id IS NOT NULL);

CREATE INDEX response_entries_inquiry ON public.response_entries USING btree (inquiry_id, created_at, id) WHERE (inquiry_id IS NOT NULL);

CREATE INDEX response_entries_saved_by ON public.response_entries USING btree (saved_by, created_at) WHERE (saved_by IS NOT NULL);

CREATE UNIQUE INDEX response_entries_taken_back ON public.response_entries USING btree (takes_back) WHERE (takes_back IS NOT NULL);

CREATE INDEX revenue_days_day ON public.revenue_days USING btree (day);

CREATE UNIQUE INDEX revenue_days_folded ON public.revenue_days USING btree (day, currency) WHERE is_folded;

CREATE INDEX revenue_product_days_day ON public.revenue_product_days USING btree (day);

CREATE UNIQUE INDEX revenue_product_days_folded ON public.revenue_product_days USING btree (day, currency, product_id) WHERE is_folded;

CREATE INDEX sign_in_challenges_expiry ON public.sign_in_challenges USING btree (expires_at);

CREATE INDEX sign_in_challenges_open ON public.sign_in_challenges USING btree (staff_id) WHERE (used_at IS NULL);

CREATE INDEX sign_in_challenges_user ON public.sign_in_challenges USING btree (user_name, created_at);

CREATE INDEX staff_created ON public.staff USING btree (created_at, id);

CREATE INDEX staff_exact ON public.staff USING gin ((ARRAY[folded(((first_name || ' '::text) || last_name)), folded(user_name)]));

CREATE INDEX staff_image ON public.staff USING btree (image) WHERE (image <> ''::text);

CREATE INDEX staff_listed ON public.staff USING btree (((rank > 1)), first_name COLLATE names, last_name COLLATE names, id);

CREATE INDEX staff_name ON public.staff USING btree (first_name COLLATE names, last_name COLLATE names, id);

CREATE INDEX staff_rank ON public.staff USING btree (rank, first_name COLLATE names, last_name COLLATE names, id);

CREATE INDEX staff_search ON public.staff USING gin (search gin_trgm_ops);

CREATE UNIQUE INDEX staff_user_name ON public.staff USING btree (user_name);

CREATE INDEX staff_codes_expiry ON public.staff_codes USING btree (expires_at);

CREATE INDEX staff_codes_staff ON public.staff_codes USING btree (staff_id, purpose, created_at);

CREATE INDEX staff_notices_sent ON public.staff_notices USING btree (sent_at) WHERE (sent_at IS NOT NULL);

CREATE INDEX staff_notices_waiting ON public.staff_notices USING btree (staff_id, created_at) WHERE (sent_at IS NULL);

CREATE INDEX staff_sessions_expiry ON public.staff_sessions USING btree (expires_at);

CREATE INDEX staff_sessions_staff ON public.staff_sessions USING btree (staff_id, created_at) WHERE (revoked_at IS NULL);

CREATE INDEX stripe_customers_deleted ON public.stripe_customers USING btree (created_at, id) WHERE (is_deleted AND (organization_id IS NOT NULL));

CREATE INDEX stripe_customers_method_problem ON public.stripe_customers USING btree (organization_id) WHERE (method_problem <> ''::text);

CREATE INDEX stripe_customers_organization ON public.stripe_customers USING btree (organization_id) WHERE (organization_id IS NOT NULL);

CREATE INDEX stripe_customers_unlinked ON public.stripe_customers USING btree (created_at, id) WHERE (organization_id IS NULL);

CREATE INDEX stripe_drift_found ON public.stripe_drift USING btree (found_at, id);

CREATE INDEX stripe_events_left ON public.stripe_events USING btree (COALESCE(worked_at, received_at)) WHERE (state <> 'done'::text);

CREATE INDEX stripe_events_unfinished ON public.stripe_events USING btree (received_at, id) WHERE (state <> 'done'::text);

CREATE INDEX stripe_events_worked ON public.stripe_events USING btree (worked_at) WHERE (worked_at IS NOT NULL);

CREATE INDEX stripe_invoice_lines_invoice ON public.stripe_invoice_lines USING btree (invoice_id, "position");

CREATE INDEX stripe_invoice_lines_item ON public.stripe_invoice_lines USING btree (subscription_item_id) WHERE (subscription_item_id IS NOT NULL);

CREATE INDEX stripe_invoices_charge ON public.stripe_invoices USING btree (((payment ->> 'chargeId'::text))) WHERE (payment IS NOT NULL);

CREATE INDEX stripe_invoices_created ON public.stripe_invoices USING btree (created_at, id);

CREATE INDEX stripe_invoices_customer ON public.stripe_invoices USING btree (customer_id);

CREATE INDEX stripe_invoices_discounts ON public.stripe_invoices USING gin (discounts jsonb_path_ops);

CREATE INDEX stripe_invoices_email ON public.stripe_invoices USING gin ((((' '::text || folded(customer_email)) || ' '::text)) gin_trgm_ops);

CREATE INDEX stripe_invoices_exact ON public.stripe_invoices USING gin ((ARRAY[folded(COALESCE(number, ''::text)), folded(COALESCE(receipt_number, ''::text)), lower(id)]));

CREATE INDEX stripe_invoices_of_nobody ON public.stripe_invoices USING btree (created_at, id) WHERE (organization_id IS NULL);

CREATE INDEX stripe_invoices_open ON public.stripe_invoices USING btree (COALESCE(due_at, finalized_at, created_at)) INCLUDE (currency, organization_id, amount_remaining, due_at, finalized_at, created_at, reminded) WHERE (status = 'open'::text);

CREATE INDEX stripe_invoices_organization ON public.stripe_invoices USING btree (organization_id, created_at, id) WHERE (organization_id IS NOT NULL);

CREATE INDEX stripe_invoices_owed ON public.stripe_invoices USING btree (organization_id) WHERE ((status = 'open'::text) AND (amount_remaining > 0));

CREATE INDEX stripe_invoices_paid ON public.stripe_invoices USING btree (paid_at) INCLUDE (currency, organization_id, amount_paid, refunded, returned_outside, lost) WHERE (status = 'paid'::text);

CREATE INDEX stripe_invoices_paid_in_cancel ON public.stripe_invoices USING btree (paid_at, id) WHERE ((canceled_order_id IS NOT NULL) AND (((((refunded + refund_pending) + credited) + returned_outside) + lost) = 0));

CREATE INDEX stripe_invoices_search ON public.stripe_invoices USING gin (search gin_trgm_ops);

CREATE INDEX stripe_invoices_status_created ON public.stripe_invoices USING btree (status, created_at, id);

CREATE INDEX stripe_invoices_status_total ON public.stripe_invoices USING btree (status, total, id);

CREATE INDEX stripe_invoices_subscription ON public.stripe_invoices USING btree (subscription_id, created_at) WHERE (subscription_id IS NOT NULL);

CREATE INDEX stripe_invoices_taken_back ON public.stripe_invoices USING btree (created_at, id) WHERE (((refunded + returned_outside) + lost) > 0);

CREATE INDEX stripe_invoices_total ON public.stripe_invoices USING btree (total, id);

CREATE INDEX stripe_invoices_unreminded ON public.stripe_invoices USING btree (reminded, COALESCE(due_at, finalized_at, created_at)) WHERE ((status = 'open'::text) AND (reminded < 3));

CREATE INDEX stripe_invoices_untold_failures ON public.stripe_invoices USING btree (id) WHERE ((status = 'open'::text) AND (attempt_count > 0) AND (NOT is_failure_told));

CREATE UNIQUE INDEX stripe_operations_open ON public.stripe_operations USING btree (kind, target, params_hash) WHERE (state = ANY (ARRAY['pending'::text, 'unknown'::text]));

CREATE INDEX stripe_operations_request_keys ON public.stripe_operations USING gin (request_keys);

CREATE INDEX stripe_operations_target ON public.stripe_operations USING btree (target, created_at);

CREATE INDEX stripe_operations_tried ON public.stripe_operations USING btree (tried_at) WHERE (state = ANY (ARRAY['pending'::text, 'unknown'::text]));

CREATE INDEX stripe_payment_methods_customer ON public.stripe_payment_methods USING btree (customer_id);

CREATE INDEX stripe_subscription_items_price ON public.stripe_subscription_items USING btree (price_id);

CREATE INDEX stripe_subscription_items_product ON public.stripe_subscription_items USING btree (product_id);

CREATE INDEX stripe_subscription_items_subscription ON public.stripe_subscription_items USING btree (subscription_id, "position");

CREATE INDEX stripe_subscriptions_customer ON public.stripe_subscriptions USING btree (customer_id);

CREATE INDEX stripe_subscriptions_organization ON public.stripe_subscriptions USING btree (organization_id, started_at, id) WHERE (organization_id IS NOT NULL);

CREATE INDEX stripe_walks_started ON public.stripe_walks USING btree (kind, started_at);

CREATE INDEX tax_claims_staff ON public.tax_claims USING btree (staff_id, at);

CREATE INDEX tax_decision_times_decided ON public.tax_decision_times USING btree (decided_at) INCLUDE (outcome, seconds);

CREATE INDEX tax_decision_undos_decided_by ON public.tax_decision_undos USING btree (decided_by, until);

CREATE INDEX tax_documents_content ON public.tax_documents USING btree (sha256);

CREATE INDEX tax_documents_organization ON public.tax_documents USING btree (organization_id, created_at);

CREATE INDEX tax_events_at ON public.tax_events USING btree (at);

CREATE INDEX tax_events_organization ON public.tax_events USING btree (organization_id, at);

CREATE INDEX tax_requests_at ON public.tax_requests USING btree (at);

CREATE INDEX tax_requests_organization ON public.tax_requests USING btree (organization_id, at);

CREATE INDEX tax_verdicts_version ON public.tax_verdicts USING btree (registry_version, organization_id);

CREATE INDEX throttles_stem ON public.throttles USING btree (split_part(key, '|'::text, 1));

CREATE OR REPLACE FUNCTION public.add_device_event_months()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET "TimeZone" TO 'UTC'
 SET lock_timeout TO '300ms'
AS $function$
declare
  month timestamptz;
  name text;
begin
  for month in
    select generate_series((select max(ends) from device_event_parts()), now() + interval '2 months', interval '1 month')
  loop
    continue when exists (
      select from device_events_other where created_at >= month and created_at < month + interval '1 month');
    name := 'device_events_' || to_char(month, 'YYYY_MM');
    execute format('create table %I (like device_events including all, primary key (id))', name);
    execute format('create unique index on %I (device_id, event_id) where event_id is not null', name);
    execute format('alter table device_events attach partition %I for values from (%L) to (%L)', name, month,
      month + interval '1 month');
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION public.add_invoice_to_open_days()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op <> 'INSERT' and old.status = 'open' then
    insert into open_invoice_days (day, count)
      values ((coalesce(old.due_at, old.finalized_at, old.created_at) at time zone 'UTC')::date, -1);
  end if;
  if tg_op <> 'DELETE' and new.status = 'open' then
    insert into open_invoice_days (day, count)
      values ((coalesce(new.due_at, new.finalized_at, new.created_at) at time zone 'UTC')::date, 1);
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.add_invoice_to_revenue()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  was_paid boolean := tg_op <> 'INSERT' and old.status = 'paid' and old.paid_at is not null;
  is_paid boolean := tg_op <> 'DELETE' and new.status = 'paid' and new.paid_at is not null;
begin
  if was_paid then
    insert into revenue_days (day, currency, invoices, amount, refunded, lost)
      values ((old.paid_at at time zone 'UTC')::date, old.currency, -1, -old.amount_paid, -old.refunded - old.returned_outside, -old.lost);
  end if;
  if is_paid then
    insert into revenue_days (day, currency, invoices, amount, refunded, lost)
      values ((new.paid_at at time zone 'UTC')::date, new.currency, 1, new.amount_paid, new.refunded + new.returned_outside, new.lost);
  end if;
  -- Lines come after their invoice and go before it, each counted by its own trigger: here it is what becomes of those that
  -- are there.
  if tg_op = 'UPDATE' and (was_paid, old.paid_at, old.currency) is distinct from (is_paid, new.paid_at, new.currency) then
    insert into revenue_product_days (day, currency, product_id, amount)
      select (paid_at at time zone 'UTC')::date, currency, coalesce(product_id, ''), sum(n * (amount - discount))
      from (values (was_paid, old.paid_at, old.currency, -1), (is_paid, new.paid_at, new.currency, 1)) as moved (counts, paid_at, currency, n)
      join stripe_invoice_lines on invoice_id = new.id
      where counts group by 1, 2, 3 having sum(n * (amount - discount)) <> 0;
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.add_line_to_revenue()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op <> 'INSERT' then
    perform add_to_product_revenue(old.invoice_id, old.product_id, old.discount - old.amount);
  end if;
  if tg_op <> 'DELETE' then
    perform add_to_product_revenue(new.invoice_id, new.product_id, new.amount - new.discount);
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.add_order_to_days()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op <> 'INSERT' then
    insert into order_days (day, status, currency, count, amount)
      values ((old.created_at at time zone 'UTC')::date, old.status, old.currency, -1, -old.total);
  end if;
  if tg_op <> 'DELETE' then
    insert into order_days (day, status, currency, count, amount)
      values ((new.created_at at time zone 'UTC')::date, new.status, new.currency, 1, new.total);
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.add_to_list_counts(of_list text, changes jsonb)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  insert into list_changes (list, status, count)
    select of_list, key, value::bigint from jsonb_each_text(changes) where value::bigint <> 0;
end
$function$;

CREATE OR REPLACE FUNCTION public.add_to_product_revenue(of_invoice text, product text, amount bigint)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  invoice record;
begin
  -- Whoever is about to change what the invoice is is waited for, and waits: of the two the later one counts the line.
  select status, paid_at, currency into invoice from stripe_invoices where id = of_invoice for no key update;
  if invoice.status = 'paid' and invoice.paid_at is not null and amount <> 0 then
    insert into revenue_product_days (day, currency, product_id, amount)
      values ((invoice.paid_at at time zone 'UTC')::date, invoice.currency, coalesce(product, ''), amount);
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.applications_counted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  status text;
begin
  if tg_op <> 'INSERT' then
    status := case when old.archived_at is null then old.status end;
    if status is not null then insert into list_changes values ('applications', status, -1); end if;
  end if;
  if tg_op <> 'DELETE' then
    status := case when new.archived_at is null then new.status end;
    if status is not null then insert into list_changes values ('applications', status, 1); end if;
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.audit_kind(action text, changes jsonb)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select case
    when action like 'sign-in.%' or action like 'session.%' then 'signed-in'
    when action in ('tax-review.decided', 'tax-review.decision-undone', 'tax-review.confirmed') then 'decided'
    when action ~ '^(invoice|dispute|payment-customer|plan-subscription)\.'
      or action ~ '^order\.(created|credited|refunded|promo-applied|promo-removed|payment-settled)$' then 'money'
    when action ~ '^(staff|member)\.(accepted|code-sent|confirmed|invited|invite-resent|password|removed|reset|sessions|unlocked|verified)'
      or action ~ '(key-reissued|link-copied|link-revoked|link-sent|lost)$'
      or changes ?| array['access', 'consoleAccess', 'role'] then 'access'
    when coalesce(changes -> 'orgStatus' ->> 'before', changes -> 'status' ->> 'before', '') <> '' then 'status'
    when action ~ '(changed|list-sorted|linked|updated)$' then 'edited'
    else 'other'
  end
$function$;

CREATE OR REPLACE FUNCTION public.await_seal()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
AS $function$
begin
  insert into public.audit_unsealed values (new.seq);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.contact_inquiries_counted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  status text;
begin
  if tg_op <> 'INSERT' then
    status := case when old.deleted_at is null then case when old.spam then 'spam ' else '' end || old.status end;
    if status is not null then insert into list_changes values ('contact-inquiries', status, -1); end if;
  end if;
  if tg_op <> 'DELETE' then
    status := case when new.deleted_at is null then case when new.spam then 'spam ' else '' end || new.status end;
    if status is not null then insert into list_changes values ('contact-inquiries', status, 1); end if;
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.count_changes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform add_to_list_counts(tg_argv[0], '{"changes": 1}');
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.count_list(of_list text, of_table regclass, status_of text, which text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  name text := replace(of_list, '-', '_') || '_counted';
  after_change text := format('case when %s then %s end', which, status_of);
  before_change text := replace(after_change, 'new.', 'old.');
  event text;
begin
  perform set_config('lock_timeout', '300ms', true);
  foreach event in array array['', '_insert', '_update', '_delete'] loop
    execute format('drop trigger if exists %I on %s', name || event, of_table);
  end loop;
  execute format('create or replace function %I() returns trigger language plpgsql as %L', name, format($body$
declare
  status text;
begin
  if tg_op <> 'INSERT' then
    status := %s;
    if status is not null then insert into list_changes values (%L, status, -1); end if;
  end if;
  if tg_op <> 'DELETE' then
    status := %s;
    if status is not null then insert into list_changes values (%L, status, 1); end if;
  end if;
  return null;
end
$body$, before_change, of_list, after_change, of_list));
  execute format('create trigger %I after insert or delete on %s for each row execute function %I()', name, of_table, name);
  execute format('create trigger %I after update on %s for each row when ((%s) is distinct from (%s)) execute function %I()',
    name || '_update', of_table, before_change, after_change, name);
end
$function$;

CREATE OR REPLACE FUNCTION public.create_list(of_list text, of_table regclass, status_of text, which text DEFAULT 'true'::text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform count_list(of_list, of_table, status_of, which);
  delete from list_changes where list = of_list and status <> 'changes';
  delete from folded_list_counts where list = of_list and status <> 'changes';
  execute format('insert into list_changes select %L, %s, count(*) from %s as new where %s group by 2',
    of_list, status_of, of_table, which);
end
$function$;

CREATE OR REPLACE FUNCTION public.demo_requests_counted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  status text;
begin
  if tg_op <> 'INSERT' then
    status := case when old.deleted_at is null then case when old.spam then 'spam ' else '' end || old.status end;
    if status is not null then insert into list_changes values ('demo-requests', status, -1); end if;
  end if;
  if tg_op <> 'DELETE' then
    status := case when new.deleted_at is null then case when new.spam then 'spam ' else '' end || new.status end;
    if status is not null then insert into list_changes values ('demo-requests', status, 1); end if;
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.device_event_parts()
 RETURNS TABLE(part regclass, ends timestamp with time zone)
 LANGUAGE sql
 STABLE
AS $function$
  select c.oid::regclass, substring(pg_get_expr(c.relpartbound, c.oid) from 'TO \(''(.+)''\)')::timestamptz
  from pg_inherits join pg_class c on c.oid = inhrelid where inhparent = 'public.device_events'::regclass
$function$;

CREATE OR REPLACE FUNCTION public.devices_counted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  status text;
begin
  if tg_op <> 'INSERT' then
    status := case when old.deleted_at is null then old.listed_status end;
    if status is not null then insert into list_changes values ('devices', status, -1); end if;
  end if;
  if tg_op <> 'DELETE' then
    status := case when new.deleted_at is null then new.listed_status end;
    if status is not null then insert into list_changes values ('devices', status, 1); end if;
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.disputes_counted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  status text;
begin
  if tg_op <> 'INSERT' then
    status := case when old.kind = 'dispute' then old.movement ->> 'outcome' end;
    if status is not null then insert into list_changes values ('disputes', status, -1); end if;
  end if;
  if tg_op <> 'DELETE' then
    status := case when new.kind = 'dispute' then new.movement ->> 'outcome' end;
    if status is not null then insert into list_changes values ('disputes', status, 1); end if;
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.drop_device_event_months(before timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET lock_timeout TO '300ms'
AS $function$
declare
  old regclass;
begin
  -- As the trigger does: a day less than the 396 that a console keeps them.
  for old in select part from device_event_parts() where ends <= least(before, now() - interval '395 days') loop
    execute format('drop table %s', old);
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION public.fold_letters(written text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
declare
  letters text := lower(normalize(replace(written, '´', ''), NFKD) collate pg_catalog."und-x-icu");
begin
  letters := replace(letters, U&'\0438\0306', U&'\0439');
  letters := regexp_replace(letters, '[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7'
    '\u0610-\u061a\u0621\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed'
    '\u093c\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f'
    '\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff'
    '''`\u2018\u2019\u201b\u2032\u02b9-\u02bf\u02c8\u02ca\u02cb\u05f3\u05f4\ua78c]', '', 'g');
  letters := replace(replace(replace(replace(letters, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
  letters := translate(letters,
    U&'ٱىیةہھەۃکڪں\0901ςɓđðɗəħıƙłŋøƴ٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹०१२३४५६७८९০১২৩৪৫৬৭৮৯‐‒–—―−⁃־,()"[]/“”„«»،؛\0009\000a\000d',
    U&'اييهههههككن\0902σbdddehiklnoy0123456789012345678901234567890123456789--------                 ');
  return normalize(letters, NFC);
end
$function$;

CREATE OR REPLACE FUNCTION public.folded(written text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select case when octet_length($1) = length($1)
    then translate(lower($1), E'-,()"[]/\t\n\r''`', '           ')
    else translate(public.fold_letters($1), '-', ' ') end
$function$;

CREATE OR REPLACE FUNCTION public.has_conversation(request uuid, inquiry uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (select from public.demo_requests where id = request)
    or exists (select from public.contact_inquiries where id = inquiry)
$function$;

CREATE OR REPLACE FUNCTION public.integrations_counted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  status text;
begin
  if tg_op <> 'INSERT' then
    status := case when old.deleted_at is null then old.status end;
    if status is not null then insert into list_changes values ('integrations', status, -1); end if;
  end if;
  if tg_op <> 'DELETE' then
    status := case when new.deleted_at is null then new.status end;
    if status is not null then insert into list_changes values ('integrations', status, 1); end if;
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.invites_counted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  status text;
begin
  if tg_op <> 'INSERT' then
    status := case when true then old.status end;
    if status is not null then insert into list_changes values ('invites', status, -1); end if;
  end if;
  if tg_op <> 'DELETE' then
    status := case when true then new.status end;
    if status is not null then insert into list_changes values ('invites', status, 1); end if;
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.invoices_counted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  status text;
begin
  if tg_op <> 'INSERT' then
    status := case when old.status <> 'draft' then old.status end;
    if status is not null then insert into list_changes values ('invoices', status, -1); end if;
  end if;
  if tg_op <> 'DELETE' then
    status := case when new.status <> 'draft' then new.status end;
    if status is not null then insert into list_changes values ('invoices', status, 1); end if;
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.keep_beats(sent jsonb, offline_after interval)
 RETURNS SETOF text
 LANGUAGE plpgsql
AS $function$
declare
  beat record;
  former device_beats;
  was_lost boolean;
  hours smallint[];
  hour integer;
begin
  -- In one order for all writers, so that two of them cannot wait for each other.
  for beat in
    select * from jsonb_to_recordset(sent) as s (key text, at timestamptz(3), beats smallint, ip text, country text,
      city text, browser text, os text, lat double precision, long double precision) order by s.key
  loop
    select b.* into former from devices d join device_beats b on b.device_id = d.id
      where d.key_hash = beat.key and d.deleted_at is null for no key update of b;
    continue when not found;
    return next beat.key;

    was_lost := former.connected and former.last_beat_at <= beat.at - offline_after;
    update device_beats b set
      last_beat_at = greatest(b.last_beat_at, beat.at),
      connected = true,
      connected_on = case when b.connected and not was_lost then b.connected_on else beat.at end,
      last_event_at = case when b.connected and not was_lost then b.last_event_at end,
      ip = beat.ip,
      country = coalesce(beat.country, b.country),
      city = coalesce(beat.city, b.city),
      browser = beat.browser,
      os = beat.os,
      lat = coalesce(beat.lat, b.lat),
      long = coalesce(beat.long, b.long)
    where b.device_id = former.device_id;

    hour := extract(hour from beat.at at time zone 'UTC') + 1;
    update device_presence p set beats[hour] = least(32767, p.beats[hour]::integer + beat.beats)
      where p.day = (beat.at at time zone 'UTC')::date and p.device_id = former.device_id;
    if not found then
      hours := array_fill(0::smallint, array[24]);
      hours[hour] := beat.beats;
      insert into device_presence as p values ((beat.at at time zone 'UTC')::date, former.device_id, hours)
        on conflict (day, device_id) do update set beats[hour] = least(32767, p.beats[hour]::integer + beat.beats);
    end if;

    if was_lost then
      insert into device_events (id, device_id, type, created_at, ip, country, city, browser, os, lat, long, last_active)
        values (gen_random_uuid(), former.device_id, 'disconnected', beat.at, former.ip, former.country, former.city,
          former.browser, former.os, former.lat, former.long, former.last_beat_at);
    end if;
    if was_lost or not former.connected then
      insert into device_events (id, device_id, type, created_at, ip, country, city, browser, os, lat, long, last_active)
        values (gen_random_uuid(), former.device_id, 'connected', beat.at, beat.ip, coalesce(beat.country, former.country),
          coalesce(beat.city, former.city), beat.browser, beat.os, coalesce(beat.lat, former.lat),
          coalesce(beat.long, former.long), former.last_beat_at);
    end if;
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION public.name_organization_of_device()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  select name, city, state into new.organization_name, new.organization_city, new.organization_state
    from organizations where id = new.organization_id;
  if not found then
    new.organization_name := '';
    new.organization_city := '';
    new.organization_state := '';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.name_organization_of_order()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  select name, primary_phone into new.organization_name, new.organization_phone from organizations where id = new.organization_id;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.orders_counted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  status text;
begin
  if tg_op <> 'INSERT' then
    status := case when true then old.status end;
    if status is not null then insert into list_changes values ('orders', status, -1); end if;
  end if;
  if tg_op <> 'DELETE' then
    status := case when true then new.status end;
    if status is not null then insert into list_changes values ('orders', status, 1); end if;
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.organizations_counted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  status text;
begin
  if tg_op <> 'INSERT' then
    status := case when true then old.status end;
    if status is not null then insert into list_changes values ('organizations', status, -1); end if;
  end if;
  if tg_op <> 'DELETE' then
    status := case when true then new.status end;
    if status is not null then insert into list_changes values ('organizations', status, 1); end if;
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '% is append-only', tg_table_name using errcode = '42501';
end
$function$;

CREATE OR REPLACE FUNCTION public.refuse_removal()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '% holds what was not deleted', tg_table_name using errcode = '42501';
end
$function$;

CREATE OR REPLACE FUNCTION public.remove_lines_of_invoice()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from stripe_invoice_lines where invoice_id = old.id;
  return old;
end
$function$;

CREATE OR REPLACE FUNCTION public.rename_organization_in_devices()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update devices set organization_name = new.name, organization_city = new.city, organization_state = new.state
    where organization_id = new.id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.rename_organization_in_orders()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update orders set organization_name = new.name, organization_phone = new.primary_phone where organization_id = new.id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.searched(written text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
declare
  article constant text := '\m(al|an|ar|as|ash|at|ad|az|el|ul|ur|abdul|abdur|abdel|abd) ';
  letters text;
  composed text;
  more text := '';
begin
  if octet_length(written) = length(written) then
    letters := translate(lower(written), E',()"[]/\t\n\r\'`', '          ');
  else
    letters := public.fold_letters(written);
    composed := lower(normalize(written, NFC) collate pg_catalog."und-x-icu");
    if composed ~ '[äöüåøđ]' then
      more := (select string_agg(' ' || public.fold_letters(replace(replace(replace(replace(replace(replace(word[1],
          'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue'), 'å', 'aa'), 'ø', 'oe'), 'đ', 'dj')), '')
        from regexp_matches(composed, '[^\s@.]*[äöüåøđ][^\s@.]*', 'g') as word);
    end if;
  end if;
  if letters ~ ('-|' || article) then
    more := more || coalesce((select string_agg(' ' || replace(word[1], '-', ''), '')
      from regexp_matches(regexp_replace(letters, article, '\1-', 'g'), '[^\s@.+-]+(?:-[^\s@.+-]+)+', 'g') as word), '');
  end if;
  return ' ' || translate(letters || more, '-', ' ') || ' ';
end
$function$;

CREATE OR REPLACE FUNCTION public.staff_counted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  status text;
begin
  if tg_op <> 'INSERT' then
    status := case when true then old.status end;
    if status is not null then insert into list_changes values ('staff', status, -1); end if;
  end if;
  if tg_op <> 'DELETE' then
    status := case when true then new.status end;
    if status is not null then insert into list_changes values ('staff', status, 1); end if;
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.state_words(state text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select coalesce(
    (select code || ' ' || name from (values
      ('AL', 'Alabama'), ('AK', 'Alaska'), ('AS', 'American Samoa'), ('AZ', 'Arizona'),
      ('AR', 'Arkansas'), ('CA', 'California'), ('CO', 'Colorado'), ('CT', 'Connecticut'),
      ('DE', 'Delaware'), ('DC', 'District of Columbia'), ('FM', 'Federated States of Micronesia'), ('FL', 'Florida'),
      ('GA', 'Georgia'), ('GU', 'Guam'), ('HI', 'Hawaii'), ('ID', 'Idaho'),
      ('IL', 'Illinois'), ('IN', 'Indiana'), ('IA', 'Iowa'), ('KS', 'Kansas'),
      ('KY', 'Kentucky'), ('LA', 'Louisiana'), ('ME', 'Maine'), ('MH', 'Marshall Islands'),
      ('MD', 'Maryland'), ('MA', 'Massachusetts'), ('MI', 'Michigan'), ('MN', 'Minnesota'),
      ('MS', 'Mississippi'), ('MO', 'Missouri'), ('MT', 'Montana'), ('NE', 'Nebraska'),
      ('NV', 'Nevada'), ('NH', 'New Hampshire'), ('NJ', 'New Jersey'), ('NM', 'New Mexico'),
      ('NY', 'New York'), ('NC', 'North Carolina'), ('ND', 'North Dakota'), ('MP', 'Northern Mariana Islands'),
      ('OH', 'Ohio'), ('OK', 'Oklahoma'), ('OR', 'Oregon'), ('PW', 'Palau'),
      ('PA', 'Pennsylvania'), ('PR', 'Puerto Rico'), ('RI', 'Rhode Island'), ('SC', 'South Carolina'),
      ('SD', 'South Dakota'), ('TN', 'Tennessee'), ('TX', 'Texas'), ('UT', 'Utah'),
      ('VT', 'Vermont'), ('VI', 'Virgin Islands'), ('VA', 'Virginia'), ('WA', 'Washington'),
      ('WV', 'West Virginia'), ('WI', 'Wisconsin'), ('WY', 'Wyoming')
    ) as states (code, name) where upper(state) in (code, upper(name))),
    state)
$function$;

CREATE OR REPLACE FUNCTION public.tax_reviews_counted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  status text;
begin
  if tg_op <> 'INSERT' then
    status := case when old.waiting_since is not null or old.papers_due_at is not null or old.decided_at is not null then concat_ws(' ', case
    when old.waiting_since is not null then concat_ws(' ', 'waiting',
      case when old.ein_status = 'Pending' then 'ein' end,
      case when old.exempt_status = 'Pending' then 'exemption' end,
      case when old.tax_resubmitted then 'resubmitted' end,
      case when old.irs_changed_at is not null then 'changed' end,
      case when not old.has_papers then 'no-paper' end,
      old.tax_group)
    when old.papers_due_at is not null then 'papers papers-' || old.tax_group
    else 'decided decided-' || old.decided_group end,
    case when old.ein_against is not null or old.exempt_against is not null then 'against' end) end;
    if status is not null then insert into list_changes values ('tax-reviews', status, -1); end if;
  end if;
  if tg_op <> 'DELETE' then
    status := case when new.waiting_since is not null or new.papers_due_at is not null or new.decided_at is not null then concat_ws(' ', case
    when new.waiting_since is not null then concat_ws(' ', 'waiting',
      case when new.ein_status = 'Pending' then 'ein' end,
      case when new.exempt_status = 'Pending' then 'exemption' end,
      case when new.tax_resubmitted then 'resubmitted' end,
      case when new.irs_changed_at is not null then 'changed' end,
      case when not new.has_papers then 'no-paper' end,
      new.tax_group)
    when new.papers_due_at is not null then 'papers papers-' || new.tax_group
    else 'decided decided-' || new.decided_group end,
    case when new.ein_against is not null or new.exempt_against is not null then 'against' end) end;
    if status is not null then insert into list_changes values ('tax-reviews', status, 1); end if;
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.tell_invite_of_organization()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update invites set organization_status = new.status where id = new.invite_id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.tell_sessions_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('sessions_changed', '');
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.web_host(website text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select lower(substring(website from '^[Hh][Tt][Tt][Pp][Ss]?://(?:[Ww]{3}\.)?([^/:?#]+)'))
$function$;

create aggregate sum_amounts(bigint) (sfunc = int8pl, stype = bigint, initcond = '0');

create view list_counts as
 SELECT list,
    status,
    sum_amounts(count) AS count
   FROM ( SELECT folded_list_counts.list,
            folded_list_counts.status,
            folded_list_counts.count
           FROM folded_list_counts
        UNION ALL
         SELECT list_changes.list,
            list_changes.status,
            list_changes.count
           FROM list_changes) parts
  GROUP BY list, status;;

CREATE TRIGGER agreement_logs_append_only BEFORE DELETE OR UPDATE ON public.agreement_logs FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TRIGGER agreement_logs_no_truncate BEFORE TRUNCATE ON public.agreement_logs FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER applications_counted AFTER INSERT OR DELETE ON public.applications FOR EACH ROW EXECUTE FUNCTION applications_counted();

CREATE TRIGGER applications_counted_update AFTER UPDATE ON public.applications FOR EACH ROW WHEN ((
        CASE
            WHEN (old.archived_at IS NULL) THEN old.status
            ELSE NULL::text
        END IS DISTINCT FROM
        CASE
            WHEN (new.archived_at IS NULL) THEN new.status
            ELSE NULL::text
        END)) EXECUTE FUNCTION applications_counted();

CREATE TRIGGER audit_entries_append_only BEFORE DELETE OR UPDATE ON public.audit_entries FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TRIGGER audit_entries_no_truncate BEFORE TRUNCATE ON public.audit_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER audit_entries_unsealed AFTER INSERT ON public.audit_entries FOR EACH ROW EXECUTE FUNCTION await_seal();

CREATE TRIGGER audit_seals_append_only BEFORE DELETE OR UPDATE ON public.audit_seals FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TRIGGER audit_seals_no_truncate BEFORE TRUNCATE ON public.audit_seals FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER contact_inquiries_changed AFTER INSERT OR DELETE OR UPDATE ON public.contact_inquiries FOR EACH STATEMENT EXECUTE FUNCTION count_changes('contact-inquiries');

CREATE TRIGGER contact_inquiries_counted AFTER INSERT OR DELETE ON public.contact_inquiries FOR EACH ROW EXECUTE FUNCTION contact_inquiries_counted();

CREATE TRIGGER contact_inquiries_counted_update AFTER UPDATE ON public.contact_inquiries FOR EACH ROW WHEN ((
        CASE
            WHEN (old.deleted_at IS NULL) THEN (
            CASE
                WHEN old.spam THEN 'spam '::text
                ELSE ''::text
            END || old.status)
            ELSE NULL::text
        END IS DISTINCT FROM
        CASE
            WHEN (new.deleted_at IS NULL) THEN (
            CASE
                WHEN new.spam THEN 'spam '::text
                ELSE ''::text
            END || new.status)
            ELSE NULL::text
        END)) EXECUTE FUNCTION contact_inquiries_counted();

CREATE TRIGGER contact_inquiries_deleted_first BEFORE DELETE ON public.contact_inquiries FOR EACH ROW WHEN ((old.deleted_at IS NULL)) EXECUTE FUNCTION refuse_removal();

CREATE TRIGGER demo_requests_changed AFTER INSERT OR DELETE OR UPDATE ON public.demo_requests FOR EACH STATEMENT EXECUTE FUNCTION count_changes('demo-requests');

CREATE TRIGGER demo_requests_counted AFTER INSERT OR DELETE ON public.demo_requests FOR EACH ROW EXECUTE FUNCTION demo_requests_counted();

CREATE TRIGGER demo_requests_counted_update AFTER UPDATE ON public.demo_requests FOR EACH ROW WHEN ((
        CASE
            WHEN (old.deleted_at IS NULL) THEN (
            CASE
                WHEN old.spam THEN 'spam '::text
                ELSE ''::text
            END || old.status)
            ELSE NULL::text
        END IS DISTINCT FROM
        CASE
            WHEN (new.deleted_at IS NULL) THEN (
            CASE
                WHEN new.spam THEN 'spam '::text
                ELSE ''::text
            END || new.status)
            ELSE NULL::text
        END)) EXECUTE FUNCTION demo_requests_counted();

CREATE TRIGGER demo_requests_deleted_first BEFORE DELETE ON public.demo_requests FOR EACH ROW WHEN ((old.deleted_at IS NULL)) EXECUTE FUNCTION refuse_removal();

CREATE TRIGGER device_events_append_only BEFORE UPDATE ON public.device_events FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TRIGGER device_events_changed AFTER INSERT ON public.device_events FOR EACH STATEMENT EXECUTE FUNCTION count_changes('device-events');

CREATE TRIGGER device_events_kept BEFORE DELETE ON public.device_events FOR EACH ROW WHEN ((old.created_at > (now() - '395 days'::interval))) EXECUTE FUNCTION refuse_change();

CREATE TRIGGER device_events_no_truncate BEFORE TRUNCATE ON public.device_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER devices_counted AFTER INSERT OR DELETE ON public.devices FOR EACH ROW EXECUTE FUNCTION devices_counted();

CREATE TRIGGER devices_counted_update AFTER UPDATE ON public.devices FOR EACH ROW WHEN ((
        CASE
            WHEN (old.deleted_at IS NULL) THEN old.listed_status
            ELSE NULL::text
        END IS DISTINCT FROM
        CASE
            WHEN (new.deleted_at IS NULL) THEN new.listed_status
            ELSE NULL::text
        END)) EXECUTE FUNCTION devices_counted();

CREATE TRIGGER devices_organization_named BEFORE INSERT OR UPDATE OF organization_id ON public.devices FOR EACH ROW EXECUTE FUNCTION name_organization_of_device();

CREATE TRIGGER integrations_counted AFTER INSERT OR DELETE ON public.integrations FOR EACH ROW EXECUTE FUNCTION integrations_counted();

CREATE TRIGGER integrations_counted_update AFTER UPDATE ON public.integrations FOR EACH ROW WHEN ((
        CASE
            WHEN (old.deleted_at IS NULL) THEN old.status
            ELSE NULL::text
        END IS DISTINCT FROM
        CASE
            WHEN (new.deleted_at IS NULL) THEN new.status
            ELSE NULL::text
        END)) EXECUTE FUNCTION integrations_counted();

CREATE TRIGGER invite_logs_append_only BEFORE DELETE OR UPDATE ON public.invite_logs FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TRIGGER invite_logs_no_truncate BEFORE TRUNCATE ON public.invite_logs FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER invites_counted AFTER INSERT OR DELETE ON public.invites FOR EACH ROW EXECUTE FUNCTION invites_counted();

CREATE TRIGGER invites_counted_update AFTER UPDATE ON public.invites FOR EACH ROW WHEN ((
        CASE
            WHEN true THEN old.status
            ELSE NULL::text
        END IS DISTINCT FROM
        CASE
            WHEN true THEN new.status
            ELSE NULL::text
        END)) EXECUTE FUNCTION invites_counted();

CREATE TRIGGER disputes_counted AFTER INSERT OR DELETE ON public.money_movements FOR EACH ROW EXECUTE FUNCTION disputes_counted();

CREATE TRIGGER disputes_counted_update AFTER UPDATE ON public.money_movements FOR EACH ROW WHEN ((
        CASE
            WHEN (old.kind = 'dispute'::text) THEN (old.movement ->> 'outcome'::text)
            ELSE NULL::text
        END IS DISTINCT FROM
        CASE
            WHEN (new.kind = 'dispute'::text) THEN (new.movement ->> 'outcome'::text)
            ELSE NULL::text
        END)) EXECUTE FUNCTION disputes_counted();

CREATE TRIGGER orders_counted AFTER INSERT OR DELETE ON public.orders FOR EACH ROW EXECUTE FUNCTION orders_counted();

CREATE TRIGGER orders_counted_update AFTER UPDATE ON public.orders FOR EACH ROW WHEN ((
        CASE
            WHEN true THEN old.status
            ELSE NULL::text
        END IS DISTINCT FROM
        CASE
            WHEN true THEN new.status
            ELSE NULL::text
        END)) EXECUTE FUNCTION orders_counted();

CREATE TRIGGER orders_organization_named BEFORE INSERT OR UPDATE OF organization_id ON public.orders FOR EACH ROW EXECUTE FUNCTION name_organization_of_order();

CREATE TRIGGER orders_summed AFTER INSERT OR DELETE ON public.orders FOR EACH ROW EXECUTE FUNCTION add_order_to_days();

CREATE TRIGGER orders_summed_update AFTER UPDATE ON public.orders FOR EACH ROW WHEN (((((old.created_at IS DISTINCT FROM new.created_at) OR (old.status IS DISTINCT FROM new.status)) OR (old.currency IS DISTINCT FROM new.currency)) OR (old.total IS DISTINCT FROM new.total))) EXECUTE FUNCTION add_order_to_days();

CREATE TRIGGER organization_status_changes_append_only BEFORE DELETE OR UPDATE ON public.organization_status_changes FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TRIGGER organization_status_changes_no_truncate BEFORE TRUNCATE ON public.organization_status_changes FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER organizations_counted AFTER INSERT OR DELETE ON public.organizations FOR EACH ROW EXECUTE FUNCTION organizations_counted();

CREATE TRIGGER organizations_counted_update AFTER UPDATE ON public.organizations FOR EACH ROW WHEN ((
        CASE
            WHEN true THEN old.status
            ELSE NULL::text
        END IS DISTINCT FROM
        CASE
            WHEN true THEN new.status
            ELSE NULL::text
        END)) EXECUTE FUNCTION organizations_counted();

CREATE TRIGGER organizations_renamed_in_devices AFTER UPDATE OF name, city, state ON public.organizations FOR EACH ROW WHEN ((((old.name IS DISTINCT FROM new.name) OR (old.city IS DISTINCT FROM new.city)) OR (old.state IS DISTINCT FROM new.state))) EXECUTE FUNCTION rename_organization_in_devices();

CREATE TRIGGER organizations_renamed_in_orders AFTER UPDATE OF name, primary_phone ON public.organizations FOR EACH ROW WHEN (((old.name IS DISTINCT FROM new.name) OR (old.primary_phone IS DISTINCT FROM new.primary_phone))) EXECUTE FUNCTION rename_organization_in_orders();

CREATE TRIGGER organizations_told_invite AFTER INSERT OR UPDATE OF status, invite_id ON public.organizations FOR EACH ROW WHEN ((new.invite_id IS NOT NULL)) EXECUTE FUNCTION tell_invite_of_organization();

CREATE TRIGGER tax_reviews_counted AFTER INSERT OR DELETE ON public.organizations FOR EACH ROW EXECUTE FUNCTION tax_reviews_counted();

CREATE TRIGGER tax_reviews_counted_update AFTER UPDATE ON public.organizations FOR EACH ROW WHEN ((
        CASE
            WHEN ((old.waiting_since IS NOT NULL) OR (old.papers_due_at IS NOT NULL) OR (old.decided_at IS NOT NULL)) THEN concat_ws(' '::text,
            CASE
                WHEN (old.waiting_since IS NOT NULL) THEN concat_ws(' '::text, 'waiting',
                CASE
                    WHEN (old.ein_status = 'Pending'::text) THEN 'ein'::text
                    ELSE NULL::text
                END,
                CASE
                    WHEN (old.exempt_status = 'Pending'::text) THEN 'exemption'::text
                    ELSE NULL::text
                END,
                CASE
                    WHEN old.tax_resubmitted THEN 'resubmitted'::text
                    ELSE NULL::text
                END,
                CASE
                    WHEN (old.irs_changed_at IS NOT NULL) THEN 'changed'::text
                    ELSE NULL::text
                END,
                CASE
                    WHEN (NOT old.has_papers) THEN 'no-paper'::text
                    ELSE NULL::text
                END, old.tax_group)
                WHEN (old.papers_due_at IS NOT NULL) THEN ('papers papers-'::text || old.tax_group)
                ELSE ('decided decided-'::text || old.decided_group)
            END,
            CASE
                WHEN ((old.ein_against IS NOT NULL) OR (old.exempt_against IS NOT NULL)) THEN 'against'::text
                ELSE NULL::text
            END)
            ELSE NULL::text
        END IS DISTINCT FROM
        CASE
            WHEN ((new.waiting_since IS NOT NULL) OR (new.papers_due_at IS NOT NULL) OR (new.decided_at IS NOT NULL)) THEN concat_ws(' '::text,
            CASE
                WHEN (new.waiting_since IS NOT NULL) THEN concat_ws(' '::text, 'waiting',
                CASE
                    WHEN (new.ein_status = 'Pending'::text) THEN 'ein'::text
                    ELSE NULL::text
                END,
                CASE
                    WHEN (new.exempt_status = 'Pending'::text) THEN 'exemption'::text
                    ELSE NULL::text
                END,
                CASE
                    WHEN new.tax_resubmitted THEN 'resubmitted'::text
                    ELSE NULL::text
                END,
                CASE
                    WHEN (new.irs_changed_at IS NOT NULL) THEN 'changed'::text
                    ELSE NULL::text
                END,
                CASE
                    WHEN (NOT new.has_papers) THEN 'no-paper'::text
                    ELSE NULL::text
                END, new.tax_group)
                WHEN (new.papers_due_at IS NOT NULL) THEN ('papers papers-'::text || new.tax_group)
                ELSE ('decided decided-'::text || new.decided_group)
            END,
            CASE
                WHEN ((new.ein_against IS NOT NULL) OR (new.exempt_against IS NOT NULL)) THEN 'against'::text
                ELSE NULL::text
            END)
            ELSE NULL::text
        END)) EXECUTE FUNCTION tax_reviews_counted();

CREATE TRIGGER response_entries_append_only BEFORE UPDATE ON public.response_entries FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TRIGGER response_entries_no_truncate BEFORE TRUNCATE ON public.response_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER response_entries_whole BEFORE DELETE ON public.response_entries FOR EACH ROW WHEN (has_conversation(old.demo_request_id, old.inquiry_id)) EXECUTE FUNCTION refuse_change();

CREATE TRIGGER staff_counted AFTER INSERT OR DELETE ON public.staff FOR EACH ROW EXECUTE FUNCTION staff_counted();

CREATE TRIGGER staff_counted_update AFTER UPDATE ON public.staff FOR EACH ROW WHEN ((
        CASE
            WHEN true THEN old.status
            ELSE NULL::text
        END IS DISTINCT FROM
        CASE
            WHEN true THEN new.status
            ELSE NULL::text
        END)) EXECUTE FUNCTION staff_counted();

CREATE TRIGGER staff_told AFTER DELETE OR UPDATE OF role, access, verified_at, user_name, first_name, last_name ON public.staff FOR EACH STATEMENT EXECUTE FUNCTION tell_sessions_changed();

CREATE TRIGGER staff_sessions_told AFTER DELETE OR UPDATE OF revoked_at, expires_at, staff_id ON public.staff_sessions FOR EACH STATEMENT EXECUTE FUNCTION tell_sessions_changed();

CREATE TRIGGER invoice_lines_summed AFTER INSERT OR DELETE ON public.stripe_invoice_lines FOR EACH ROW EXECUTE FUNCTION add_line_to_revenue();

CREATE TRIGGER invoice_lines_summed_update AFTER UPDATE ON public.stripe_invoice_lines FOR EACH ROW WHEN (((((old.invoice_id IS DISTINCT FROM new.invoice_id) OR (old.product_id IS DISTINCT FROM new.product_id)) OR (old.amount IS DISTINCT FROM new.amount)) OR (old.discount IS DISTINCT FROM new.discount))) EXECUTE FUNCTION add_line_to_revenue();

CREATE TRIGGER invoices_counted AFTER INSERT OR DELETE ON public.stripe_invoices FOR EACH ROW EXECUTE FUNCTION invoices_counted();

CREATE TRIGGER invoices_counted_update AFTER UPDATE ON public.stripe_invoices FOR EACH ROW WHEN ((
        CASE
            WHEN (old.status <> 'draft'::text) THEN old.status
            ELSE NULL::text
        END IS DISTINCT FROM
        CASE
            WHEN (new.status <> 'draft'::text) THEN new.status
            ELSE NULL::text
        END)) EXECUTE FUNCTION invoices_counted();

CREATE TRIGGER invoices_lines_removed BEFORE DELETE ON public.stripe_invoices FOR EACH ROW WHEN ((old.status = 'paid'::text)) EXECUTE FUNCTION remove_lines_of_invoice();

CREATE TRIGGER invoices_summed AFTER INSERT OR DELETE ON public.stripe_invoices FOR EACH ROW EXECUTE FUNCTION add_invoice_to_revenue();

CREATE TRIGGER invoices_summed_update AFTER UPDATE ON public.stripe_invoices FOR EACH ROW WHEN ((((((((old.status IS DISTINCT FROM new.status) OR (old.paid_at IS DISTINCT FROM new.paid_at)) OR (old.currency IS DISTINCT FROM new.currency)) OR (old.amount_paid IS DISTINCT FROM new.amount_paid)) OR (old.refunded IS DISTINCT FROM new.refunded)) OR (old.returned_outside IS DISTINCT FROM new.returned_outside)) OR (old.lost IS DISTINCT FROM new.lost))) EXECUTE FUNCTION add_invoice_to_revenue();

CREATE TRIGGER open_invoice_days AFTER INSERT OR DELETE ON public.stripe_invoices FOR EACH ROW EXECUTE FUNCTION add_invoice_to_open_days();

CREATE TRIGGER open_invoice_days_update AFTER UPDATE ON public.stripe_invoices FOR EACH ROW WHEN (((((old.status IS DISTINCT FROM new.status) OR (old.due_at IS DISTINCT FROM new.due_at)) OR (old.finalized_at IS DISTINCT FROM new.finalized_at)) OR (old.created_at IS DISTINCT FROM new.created_at))) EXECUTE FUNCTION add_invoice_to_open_days();

CREATE TRIGGER tax_claims_changed AFTER INSERT OR DELETE OR UPDATE ON public.tax_claims FOR EACH STATEMENT EXECUTE FUNCTION count_changes('tax-reviews');

CREATE TRIGGER tax_documents_append_only BEFORE DELETE OR UPDATE ON public.tax_documents FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TRIGGER tax_documents_no_truncate BEFORE TRUNCATE ON public.tax_documents FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER tax_events_append_only BEFORE DELETE OR UPDATE ON public.tax_events FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TRIGGER tax_events_no_truncate BEFORE TRUNCATE ON public.tax_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER tax_requests_append_only BEFORE DELETE OR UPDATE ON public.tax_requests FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TRIGGER tax_requests_no_truncate BEFORE TRUNCATE ON public.tax_requests FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
