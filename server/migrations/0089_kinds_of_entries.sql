-- What kind of act an entry is, by what it is called and what it changed. Each kind has its entries in order.
create function audit_kind(action text, changes jsonb) returns text language sql immutable parallel safe as $$
  select case
    when action like 'sign-in.%' or action like 'session.%' then 'signed-in'
    when action in ('tax-review.decided', 'tax-review.decision-undone', 'tax-review.confirmed') then 'decided'
    when action ~ '^(invoice|dispute|payment-customer|plan-subscription)\.'
      or action ~ '^order\.(created|credited|refunded|promo-applied|promo-removed|payment-settled)$' then 'money'
    when action ~ '^(staff|member)\.(accepted|code-sent|confirmed|invited|invite-resent|password|removed|reset|sessions|unlocked|verified)'
      or action ~ '(key-reissued|link-copied|link-revoked|link-sent|lost)$'
      or changes ?| array['access', 'consoleAccess', 'role'] then 'access'
    when coalesce(changes -> 'orgStatus' ->> 'before', changes -> 'status' ->> 'before', '') <> '' then 'status'
    when action ~ '(changed|list-sorted|linked|updated)$' then 'edited'
    else 'other'
  end
$$
--;
create index audit_entries_kind on audit_entries (audit_kind(action, changes), seq)
--;
create index audit_entries_against on audit_entries (seq) where changes -> 'against' ->> 'after' is not null
