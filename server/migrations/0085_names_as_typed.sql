-- Names are sorted as people read them: marks beside their letters, 2 before 10. Only since version 16 an order may say
-- that apostrophes and the Latin letters of ain and hamza count as little as marks.
do $$
begin
  if not exists (select from pg_collation where collname = 'und-x-icu') then
    raise exception 'Names are sorted by ICU, which this PostgreSQL was built without. Use a build with ICU.';
  end if;
  if current_setting('server_version_num')::integer < 160000 then
    create collation names (provider = icu, locale = 'und-u-kn-true');
  else
    execute $create$ create collation names (provider = icu, locale = 'und-u-kn-true',
      rules = '[numericOrdering on]&[last tertiary ignorable]=ʿ=ʾ=ʼ=ʻ=’=‘=''''') $create$;
  end if;
end
$$
--;
-- These three repeat contract/src/fold-text.ts: the letters as they are searched, with hyphens and then without.
create function fold_letters(written text) returns text language plpgsql immutable parallel safe as $$
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
$$
--;
create function folded(written text) returns text language sql immutable parallel safe as $$
  select case when octet_length($1) = length($1)
    then translate(lower($1), E'-,()"[]/\t\n\r''`', '           ')
    else translate(public.fold_letters($1), '-', ' ') end
$$
--;
-- What a list searches: each word between spaces, and besides, words with a hyphen or an article in one (alnoor), and
-- umlauts in two letters (mueller).
create function searched(written text) returns text language plpgsql immutable parallel safe as $$
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
$$
--;
-- Each index of names is of the column itself in that order, from which a page far down is read alone.
do $$
declare
  kept record;
begin
  for kept in select indexname as name, indexdef as definition from pg_indexes
    where schemaname = 'public' and indexdef ~ 'USING btree .*lower\(\w+\)' loop
    execute format('drop index %I', kept.name);
    execute regexp_replace(regexp_replace(kept.definition, 'lower\((\w+)\)', '\1 collate names', 'g'), ' INCLUDE \([^)]*\)', '');
  end loop;
end
$$
--;
-- The words of names of other letters than a to z were none, and are folded again by the job.
update organizations set match_words = null where octet_length(name || short_name || city) <> length(name || short_name || city)
--;
alter table applications drop column search, add column search text
  generated always as (searched(display_name || ' ' || name || ' ' || short_description)) stored
--;
alter table campaigns drop column search, add column search text
  generated always as (searched(code || ' ' || coupon_name || ' ' || promo_id)) stored
--;
alter table contact_inquiries drop column search, add column search text
  generated always as (searched(name || ' ' || email || ' ' || phone || ' ' || message)) stored
--;
alter table demo_requests drop column search, add column search text
  generated always as (searched(first_name || ' ' || last_name || ' ' || email || ' ' || organization || ' ' || phone)) stored
--;
alter table devices drop column search, add column search text generated always as (searched(
  device_id || ' ' || mac_address || ' ' || replace(mac_address, ':', '') || ' ' || name || ' ' || organization_name)) stored
--;
alter table integrations drop column search, add column search text
  generated always as (searched(name || ' ' || short_description)) stored
--;
alter table invites drop column search, add column search text
  generated always as (searched(org_name || ' ' || org_admin || ' ' || org_email || ' ' || phone)) stored
--;
alter table members add column search text
  generated always as (searched(first_name || ' ' || last_name || ' ' || user_name)) stored
--;
alter table orders drop column search, add column search text generated always as (searched(
  order_no::text || ' #' || order_no::text || ' ' || organization_name || ' ' || organization_phone || ' ' || promo_code)) stored
--;
alter table organizations drop column search, add column search text generated always as (searched(
  name || ' ' || short_name || ' ' || email || ' ' || admin || ' ' || city || ' ' || state_words(state) || ' ' ||
  postal_code || ' ' || primary_phone || ' ' || secondary_phone)) stored
--;
alter table staff drop column search, add column search text
  generated always as (searched(first_name || ' ' || last_name || ' ' || user_name)) stored
--;
alter table stripe_invoices drop column search, add column search text generated always as (searched(
  coalesce(number, '') || ' ' || coalesce(receipt_number, '') || ' ' || customer_name)) stored
--;
drop index applications_exact, campaigns_exact, contact_inquiries_exact, demo_requests_exact, devices_exact,
  integrations_exact, invites_exact, members_exact, members_search, orders_exact, orders_email, organizations_exact,
  organizations_ein, staff_exact, stripe_invoices_exact, stripe_invoices_email, audit_entries_actor_words
--;
create index applications_search on applications using gin (search gin_trgm_ops)
--;
create index campaigns_search on campaigns using gin (search gin_trgm_ops)
--;
create index contact_inquiries_search on contact_inquiries using gin (search gin_trgm_ops)
--;
create index demo_requests_search on demo_requests using gin (search gin_trgm_ops)
--;
create index devices_search on devices using gin (search gin_trgm_ops) where deleted_at is null
--;
create index integrations_search on integrations using gin (search gin_trgm_ops)
--;
create index invites_search on invites using gin (search gin_trgm_ops)
--;
create index members_search on members using gin (search gin_trgm_ops)
--;
create index orders_search on orders using gin (search gin_trgm_ops)
--;
create index organizations_search on organizations using gin (search gin_trgm_ops)
--;
create index staff_search on staff using gin (search gin_trgm_ops)
--;
create index stripe_invoices_search on stripe_invoices using gin (search gin_trgm_ops)
--;
create index orders_email on orders using gin ((' ' || translate(lower(email), '-/''`', '  ') || ' ') gin_trgm_ops)
--;
create index stripe_invoices_email on stripe_invoices using gin ((' ' || translate(lower(customer_email), '-/''`', '  ') || ' ') gin_trgm_ops)
--;
create index audit_entries_actor_words on audit_entries using gin ((' ' || folded(actor_name) || ' ') gin_trgm_ops)
--;
create index organizations_ein on organizations
  using gin ((' ' || replace(ein, '-', ' ') || ' ' || replace(ein, '-', '') || ' ') gin_trgm_ops)
--;
create index applications_exact on applications using gin ((array[folded(display_name), folded(name)]))
--;
create index campaigns_exact on campaigns using gin ((array[folded(code), folded(promo_id)]))
--;
create index contact_inquiries_exact on contact_inquiries
  using gin ((array[folded(name), folded(email), ltrim(phone, '+')]))
--;
create index demo_requests_exact on demo_requests using gin (
  (array[folded(first_name || ' ' || last_name), folded(email), folded(organization), ltrim(phone, '+')]))
--;
create index devices_exact on devices using gin (
  (array[folded(device_id), lower(mac_address), lower(replace(mac_address, ':', '')), folded(name)])) where deleted_at is null
--;
create index integrations_exact on integrations using gin ((array[folded(name)]))
--;
create index invites_exact on invites using gin (
  (array[folded(org_name), folded(org_admin), folded(org_email), ltrim(phone, '+')]))
--;
create index members_exact on members using gin ((array[folded(first_name || ' ' || last_name), folded(user_name)]))
--;
create index orders_exact on orders using gin ((array[
  order_no::text, '#' || order_no::text, folded(organization_name), ltrim(organization_phone, '+'), folded(promo_code)]))
--;
create index organizations_exact on organizations using gin ((array[
  folded(name), folded(short_name), folded(email), folded(admin), ltrim(primary_phone, '+'), ltrim(secondary_phone, '+')]))
--;
create index organizations_waiting_search on organizations using gin (search gin_trgm_ops,
  (' ' || replace(ein, '-', ' ') || ' ' || replace(ein, '-', '') || ' ') gin_trgm_ops, (array[
    folded(name), folded(short_name), folded(email), folded(admin), ltrim(primary_phone, '+'), ltrim(secondary_phone, '+')]))
  where waiting_since is not null
--;
create index staff_exact on staff using gin ((array[folded(first_name || ' ' || last_name), folded(user_name)]))
--;
create index stripe_invoices_exact on stripe_invoices using gin (
  (array[folded(coalesce(number, '')), folded(coalesce(receipt_number, '')), lower(id)]))
