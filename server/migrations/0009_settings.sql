create table settings (
  key text primary key,
  value jsonb not null
)
