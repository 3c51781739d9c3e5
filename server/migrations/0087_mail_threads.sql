-- What a mail belongs to, as `inquiry:<id>`: it continues those that its reader was sent of the same.
alter table mails add column thread text not null default '';
--;
-- Where its reader's answer goes; '' where nobody reads it.
alter table mails add column reply_to text not null default '';
--;
-- Ends the mails of its kind to its reader, without signing in.
alter table mails add column unsubscribe_url text not null default '';
--;
create index mails_thread on mails (thread, recipient, id) where thread <> '';
--;
-- Of the browser at the last sign-in; '' before that.
alter table staff add column time_zone text not null default '';
