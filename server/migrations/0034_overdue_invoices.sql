-- How many open invoices are to be paid on each day of UTC, so that the overdue ones are a sum of days and not each read.
select create_list('open-invoices', 'stripe_invoices',
  'to_char(coalesce(due_at, finalized_at, created_at) at time zone ''UTC'', ''YYYY-MM-DD'')', 'status = ''open''')
