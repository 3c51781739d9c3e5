-- Whoever writes an entry signs it, and one process of all seals what was committed: no writer waits for another (decision 056).
create sequence audit_entries_seq
--;
-- While the former version still serves it counts on by itself: a million apart, no number is given twice.
select setval('audit_entries_seq', max(seq) + 1000000, false) from audit_entries having max(seq) is not null
--;
create table audit_unsealed (seq bigint primary key)
--;
-- A trigger, so that what the former version writes is sealed too. It has the right to, whoever writes.
create function await_seal() returns trigger language plpgsql security definer as $$
begin
  insert into public.audit_unsealed values (new.seq);
  return null;
end
$$
--;
create trigger audit_entries_unsealed after insert on audit_entries for each row execute function await_seal()
--;
create table audit_seals (
  number bigint primary key,
  part text not null,
  at timestamptz(3) not null,
  entries bigint[] not null,
  previous_hash text not null,
  hash text not null
)
--;
create index audit_seals_part on audit_seals (part, number)
--;
create trigger audit_seals_append_only before update or delete on audit_seals
  for each row execute function refuse_change()
--;
create trigger audit_seals_no_truncate before truncate on audit_seals
  for each statement execute function refuse_change()
