-- A file is removed only when no document has the same content.
create index tax_documents_content on tax_documents (sha256)
--;
-- All papers of links that have ended are thrown away, not the unfinished alone.
drop index paper_uploads_unfinished
