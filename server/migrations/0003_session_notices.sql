create function tell_sessions_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('sessions_changed', '');
  return null;
end
$$
--;
create trigger staff_sessions_told after delete or update of revoked_at, expires_at, staff_id on staff_sessions
  for each statement execute function tell_sessions_changed()
--;
create trigger staff_told after delete or update of role, access, verified_at, user_name, first_name, last_name on staff
  for each statement execute function tell_sessions_changed()
