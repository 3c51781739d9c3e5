-- Names and places stand in a list whatever case they are written in. A page far down is read from the index alone, for
-- which PostgreSQL wants the column itself beside its lower case.
drop index contact_inquiries_name, contact_inquiries_status_name, demo_requests_name, demo_requests_status_name,
  demo_requests_organization, demo_requests_status_organization, devices_name, devices_status_name, invites_admin,
  invites_name, invites_status_admin, invites_status_name, orders_organization_name, orders_status_organization_name,
  organizations_city, organizations_decided_name, organizations_group_name, organizations_irs_changed_name,
  organizations_name, organizations_resubmitted_name, organizations_status_city, organizations_status_name,
  organizations_waiting_name, staff_listed, staff_name, staff_rank
--;
create index contact_inquiries_name on contact_inquiries (lower(name), id) include (name) where deleted_at is null
--;
create index contact_inquiries_status_name on contact_inquiries (status, lower(name), id) include (name)
  where deleted_at is null
--;
create index demo_requests_name on demo_requests (lower(first_name), lower(last_name), id) include (first_name, last_name)
  where deleted_at is null
--;
create index demo_requests_status_name on demo_requests (status, lower(first_name), lower(last_name), id) include (first_name, last_name)
  where deleted_at is null
--;
create index demo_requests_organization on demo_requests (lower(organization), id) include (organization)
  where deleted_at is null
--;
create index demo_requests_status_organization on demo_requests (status, lower(organization), id) include (organization)
  where deleted_at is null
--;
create index devices_name on devices (lower(name), id) include (name) where deleted_at is null
--;
create index devices_status_name on devices (status, lower(name), id) include (name) where deleted_at is null
--;
create index invites_admin on invites (lower(org_admin), id) include (org_admin)
--;
create index invites_name on invites (lower(org_name), id) include (org_name)
--;
create index invites_status_admin on invites (status, lower(org_admin), id) include (org_admin)
--;
create index invites_status_name on invites (status, lower(org_name), id) include (org_name)
--;
create index orders_organization_name on orders (lower(organization_name), id) include (organization_name)
--;
create index orders_status_organization_name on orders (status, lower(organization_name), id) include (organization_name)
--;
create index organizations_city on organizations (lower(city), id) include (city)
--;
create index organizations_decided_name on organizations (lower(name), id) include (name)
  where decided_at is not null
--;
create index organizations_group_name on organizations (tax_group, lower(name), id) include (name)
  where waiting_since is not null
--;
create index organizations_irs_changed_name on organizations (lower(name), id) include (name)
  where irs_changed_at is not null
--;
create index organizations_name on organizations (lower(name), id) include (name)
--;
create index organizations_resubmitted_name on organizations (lower(name), id) include (name)
  where waiting_since is not null and tax_resubmitted
--;
create index organizations_status_city on organizations (status, lower(city), id) include (city)
--;
create index organizations_status_name on organizations (status, lower(name), id) include (name)
--;
create index organizations_waiting_name on organizations (lower(name), id) include (name)
  where waiting_since is not null
--;
create index staff_listed on staff ((rank > 1), lower(first_name), lower(last_name), id) include (first_name, last_name)
--;
create index staff_name on staff (lower(first_name), lower(last_name), id) include (first_name, last_name)
--;
create index staff_rank on staff (rank, lower(first_name), lower(last_name), id) include (first_name, last_name)
