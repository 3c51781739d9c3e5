-- Those that failed are asked for too, every quarter of an hour.
create index stripe_events_unfinished on stripe_events (received_at, id) where state <> 'done'
--;
drop index stripe_events_waiting
