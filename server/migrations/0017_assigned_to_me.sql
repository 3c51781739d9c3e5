-- What one member of staff has to answer, newest first.
create index demo_requests_assignee on demo_requests (assignee_id, created_at, id)
  where assignee_id is not null and deleted_at is null
--;
create index contact_inquiries_assignee on contact_inquiries (assignee_id, created_at, id)
  where assignee_id is not null and deleted_at is null
