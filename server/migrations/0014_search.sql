-- What a state is found by, whether it is kept in letters or in words: its letters and its name.
create function state_words(state text) returns text language sql immutable parallel safe as $$
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
$$
--;
-- The EIN stands apart: not everybody may search by it.
alter table organizations drop column search
--;
alter table organizations add column search text generated always as (
  ' ' || lower(
    name || ' ' || short_name || ' ' || email || ' ' || admin || ' ' || city || ' ' || state_words(state) || ' ' ||
    postal_code || ' ' || primary_phone || ' ' || secondary_phone)
) stored
--;
create index organizations_search on organizations using gin (search gin_trgm_ops)
--;
create index organizations_ein on organizations using gin ((' ' || ein || ' ' || replace(ein, '-', '') || ' ') gin_trgm_ops)
--;
alter table invites drop column search
--;
alter table invites add column search text generated always as (
  ' ' || lower(org_name || ' ' || org_admin || ' ' || org_email || ' ' || phone)
) stored
--;
create index invites_search on invites using gin (search gin_trgm_ops)
--;
create index invites_code on invites using gin ((' ' || code || ' ') gin_trgm_ops)
--;
alter table demo_requests drop column search
--;
alter table demo_requests add column search text generated always as (
  ' ' || lower(first_name || ' ' || last_name || ' ' || email || ' ' || organization || ' ' || phone)
) stored
--;
create index demo_requests_search on demo_requests using gin (search gin_trgm_ops)
--;
alter table contact_inquiries drop column search
--;
alter table contact_inquiries add column search text generated always as (
  ' ' || lower(name || ' ' || email || ' ' || phone || ' ' || message)
) stored
--;
create index contact_inquiries_search on contact_inquiries using gin (search gin_trgm_ops)
--;
create index members_search on members using gin ((' ' || lower(first_name || ' ' || last_name || ' ' || user_name)) gin_trgm_ops)
--;
create index members_created on members (created_at, id)
--;
-- What names a thing whole, for the search over everything: such hits come first.
create index organizations_exact on organizations using gin (
  (array[lower(name), lower(short_name), lower(email), lower(admin), ltrim(primary_phone, '+'), ltrim(secondary_phone, '+')]))
--;
create index members_exact on members using gin ((array[lower(first_name || ' ' || last_name), user_name]))
--;
create index staff_exact on staff using gin ((array[lower(first_name || ' ' || last_name), user_name]))
--;
create index invites_exact on invites using gin (
  (array[lower(org_name), lower(org_admin), org_email, ltrim(phone, '+')]))
--;
create index devices_exact on devices using gin (
  (array[lower(device_id), lower(mac_address), lower(replace(mac_address, ':', '')), lower(name)]))
  where deleted_at is null
--;
create index demo_requests_exact on demo_requests using gin (
  (array[lower(first_name || ' ' || last_name), email, lower(organization), ltrim(phone, '+')]))
--;
create index contact_inquiries_exact on contact_inquiries using gin (
  (array[lower(name), email, ltrim(phone, '+')]))
