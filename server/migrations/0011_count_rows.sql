-- One trigger counts every list. Its arguments are the list, what a row is counted as and which rows are counted, the last
-- two as SQL over the row's columns.
create function count_rows() returns trigger language plpgsql as $$
declare
  counted text := format('select %s as status, %%s as n from %%s where %s', tg_argv[1], tg_argv[2]);
  after_change text := format(counted, '1', 'after_rows');
  before_change text := format(counted, '-1', 'before_rows');
  changes jsonb;
begin
  execute format(
    'select jsonb_object_agg(status, n) from (select status, sum(n) as n from (%s) as rows group by status) as sums',
    case tg_op
      when 'INSERT' then after_change
      when 'DELETE' then before_change
      else after_change || ' union all ' || before_change
    end) into changes;
  perform add_to_list_counts(tg_argv[0], coalesce(changes, '{}'));
  return null;
end
$$
--;
-- 'changes' grows with every write, so that a console can tell by one look whether anything is new.
create function count_changes() returns trigger language plpgsql as $$
begin
  perform add_to_list_counts(tg_argv[0], '{"changes": 1}');
  return null;
end
$$
--;
-- Begins to count a list: the triggers first, as they keep writers out until the rows that are there are counted.
create function create_list(of_list text, of_table regclass, status_of text, which text default 'true')
returns void language plpgsql as $$
declare
  event text;
  transition text;
begin
  foreach event in array array['insert', 'update', 'delete'] loop
    transition := case event
      when 'insert' then 'new table as after_rows'
      when 'delete' then 'old table as before_rows'
      else 'old table as before_rows new table as after_rows'
    end;
    execute format(
      'create trigger %I after %s on %s referencing %s for each statement execute function count_rows(%L, %L, %L)',
      replace(of_list, '-', '_') || '_counted_' || event, event, of_table, transition, of_list, status_of, which);
  end loop;
  delete from list_counts where list = of_list and status <> 'changes';
  execute format(
    'insert into list_counts (list, status, count) select %L, %s, count(*) from %s where %s group by 2',
    of_list, status_of, of_table, which);
end
$$
--;
drop trigger organizations_counted_insert on organizations
--;
drop trigger organizations_counted_update on organizations
--;
drop trigger organizations_counted_delete on organizations
--;
drop function count_organizations
--;
drop trigger invites_counted_insert on invites
--;
drop trigger invites_counted_update on invites
--;
drop trigger invites_counted_delete on invites
--;
drop function count_invites
--;
drop trigger devices_counted_insert on devices
--;
drop trigger devices_counted_update on devices
--;
drop trigger devices_counted_delete on devices
--;
drop function count_devices
--;
drop trigger staff_counted_insert on staff
--;
drop trigger staff_counted_update on staff
--;
drop trigger staff_counted_delete on staff
--;
drop function count_staff
--;
drop trigger demo_requests_counted_insert on demo_requests
--;
drop trigger demo_requests_counted_update on demo_requests
--;
drop trigger demo_requests_counted_delete on demo_requests
--;
drop trigger contact_inquiries_counted_insert on contact_inquiries
--;
drop trigger contact_inquiries_counted_update on contact_inquiries
--;
drop trigger contact_inquiries_counted_delete on contact_inquiries
--;
drop function count_communication
--;
-- Invites hold what became of them and are counted by it, so nobody asks for these any more.
delete from list_counts where list = 'invited-organizations'
--;
select create_list('invites', 'invites', 'status')
--;
select create_list('organizations', 'organizations', 'status')
--;
select create_list('tax-reviews', 'organizations', '''waiting''', 'waiting_since is not null')
--;
select create_list('devices', 'devices', 'status', 'deleted_at is null')
--;
select create_list('staff', 'staff', 'status')
--;
-- Suspected spam is counted apart, as 'spam' and its status.
select create_list('demo-requests', 'demo_requests', 'case when spam then ''spam '' else '''' end || status', 'deleted_at is null')
--;
create trigger demo_requests_changed after insert or update or delete on demo_requests
  for each statement execute function count_changes('demo-requests')
--;
select create_list('contact-inquiries', 'contact_inquiries', 'case when spam then ''spam '' else '''' end || status', 'deleted_at is null')
--;
create trigger contact_inquiries_changed after insert or update or delete on contact_inquiries
  for each statement execute function count_changes('contact-inquiries')
