-- What is mailed to a visitor stands apart from the note, and can be taken back while it waits.
alter table response_entries
  add column answer text not null default '',
  add column saved_by uuid references staff (id),
  add column previous jsonb,
  add column takes_back uuid references response_entries (id)
--;
create index response_entries_saved_by on response_entries (saved_by, created_at) where saved_by is not null
--;
create unique index response_entries_taken_back on response_entries (takes_back) where takes_back is not null
--;
alter table demo_requests add column schedule_zone text not null default ''
--;
create table canned_replies (
  id uuid primary key,
  title text not null,
  text text not null,
  version integer not null default 1
)
--;
create unique index canned_replies_title on canned_replies (lower(title))
