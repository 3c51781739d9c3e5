-- A code that is mailed to an organization's person may be for a new password in place of a sign-in.
alter table sign_in_challenges add column is_reset boolean not null default false
