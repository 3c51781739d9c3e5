-- A conversation that was deleted is removed whole, its entries with it; none of them goes alone, and none is changed.
create function has_conversation(request uuid, inquiry uuid) returns boolean language sql stable as $$
  select exists (select from public.demo_requests where id = request)
    or exists (select from public.contact_inquiries where id = inquiry)
$$
--;
drop trigger response_entries_append_only on response_entries
--;
create trigger response_entries_append_only before update on response_entries
  for each row execute function refuse_change()
--;
create trigger response_entries_whole before delete on response_entries
  for each row when (has_conversation(old.demo_request_id, old.inquiry_id)) execute function refuse_change()
--;
create function refuse_removal() returns trigger language plpgsql as $$
begin
  raise exception '% holds what was not deleted', tg_table_name using errcode = '42501';
end
$$
--;
create trigger demo_requests_deleted_first before delete on demo_requests
  for each row when (old.deleted_at is null) execute function refuse_removal()
--;
create trigger contact_inquiries_deleted_first before delete on contact_inquiries
  for each row when (old.deleted_at is null) execute function refuse_removal()
--;
alter table response_entries
  drop constraint response_entries_demo_request_id_fkey,
  add constraint response_entries_demo_request_id_fkey foreign key (demo_request_id)
    references demo_requests (id) on delete cascade not valid,
  drop constraint response_entries_inquiry_id_fkey,
  add constraint response_entries_inquiry_id_fkey foreign key (inquiry_id)
    references contact_inquiries (id) on delete cascade not valid
