-- A member who is added without access is mailed no invite yet.
alter table members alter column invited_at drop not null
