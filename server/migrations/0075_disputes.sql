alter table money_movements
  -- When the reading of it began: an older one never overwrites a newer.
  add column read_at timestamptz(3) not null default now(),
  -- What staff were told of a dispute: each outcome once, and each deadline.
  add column told text[] not null default '{}'
--;
drop index money_movements_open_disputes
--;
create index money_movements_disputes on money_movements ((movement ->> 'evidenceDueAt'), id) where kind = 'dispute'
--;
create index money_movements_untold on money_movements (id)
  where kind = 'dispute' and not told @> array[movement ->> 'outcome']
--;
create index money_movements_waiting on money_movements ((movement ->> 'evidenceDueAt'), id)
  where kind = 'dispute' and movement ->> 'outcome' in ('open', 'inquiry')
