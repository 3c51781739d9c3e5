-- Whoever was sent a link and sends nothing is reminded once, with a new link that ends when the first does.
alter table papers_links
  -- By the first of the links that ask for the same.
  add column asked_at timestamptz(3),
  add column remind_at timestamptz(3),
  add column reminded_at timestamptz(3)
--;
update papers_links set asked_at = created_at
--;
alter table papers_links alter column asked_at set not null
--;
create index papers_links_remind on papers_links (remind_at) where remind_at is not null
--;
-- By which the first part of a paper is known, if its answer is lost and it comes again.
alter table paper_uploads add column caller_key text
--;
-- Parts whose link has ended are thrown away.
create index paper_uploads_unfinished on paper_uploads (link_id) where sha256 is null and removed_at is null
--;
-- The oldest of those whose papers came, which stand apart in the index of what waits.
create index organizations_arrived on organizations (waiting_since) where papers_arrived_at is not null
