-- Who had claimed the review when it was decided, so that taking the decision back gives them their claim again.
alter table tax_decision_undos
  add column claimed_by uuid references staff (id),
  add column claimed_by_name text,
  add column claimed_at timestamptz(3)
