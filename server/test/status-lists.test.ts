import { agreementTypes } from '@hikmah/contract/agreements'
import { ReviewStatus } from '@hikmah/contract/common'
import { contactInquiries } from '@hikmah/contract/communication/endpoints'
import { demoRequestStatuses, inquiryStatuses } from '@hikmah/contract/communication/schemas'
import { appStreams, connectionEvents, deviceStatuses } from '@hikmah/contract/hardware/schemas'
import { inviteStatuses } from '@hikmah/contract/invites/endpoints'
import { verdictGroups } from '@hikmah/contract/irs-registry/words'
import { MailStatus } from '@hikmah/contract/mails'
import { mediaKinds } from '@hikmah/contract/media'
import { MoneyMovement } from '@hikmah/contract/money-account'
import { paymentStates } from '@hikmah/contract/orders/words'
import { organizationStatuses } from '@hikmah/contract/organizations/words'
import { linkReasons } from '@hikmah/contract/papers-link'
import { auditEntities, staffRoles } from '@hikmah/contract/permissions'
import { noticeChoices } from '@hikmah/contract/profile/endpoints'
import { recurringMovementKinds } from '@hikmah/contract/recurring-revenue'
import { StaffAccess, staffStatuses } from '@hikmah/contract/staff'
import { letterLanguages } from '@hikmah/contract/tax-verification/papers'
import { TaxEvent, TaxEventStatus, TaxRequest } from '@hikmah/contract/tax-verification/schemas'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { rowsOf } from '../src/kit/db/db.ts'
import { noticeKinds } from '../src/kit/mail/post.ts'
import { openOperationStates, operationStates } from '../src/outside/stripe/operations.ts'
import { eventStates } from '../src/payments/table.ts'
import { codePurposes } from '../src/staff/table.ts'
import { startServer } from './start.ts'

const { db, given, as } = await startServer()

/** The values that each column may have, where the code says them in a list. */
const LISTS: Record<string, readonly string[]> = {
  'agreement_logs.log_type': agreementTypes,
  'contact_inquiries.status': inquiryStatuses,
  'demo_requests.status': demoRequestStatuses,
  'device_events.type': connectionEvents,
  'devices.app_stream': appStreams,
  'devices.status': deviceStatuses,
  'invites.organization_status': organizationStatuses,
  'mails.status': MailStatus.options,
  'media.kind': mediaKinds,
  'money_movements.kind': MoneyMovement.options.map(({ shape }) => shape.kind.value),
  'orders.checkout_payment': paymentStates.filter((state) => state !== 'none'),
  'organizations.ein_status': ReviewStatus.options,
  'organizations.exempt_status': ReviewStatus.options,
  'organizations.letter_language': letterLanguages,
  'organizations.status': organizationStatuses,
  'organizations.decided_group': verdictGroups,
  'organizations.tax_group': verdictGroups,
  'recurring_movements.kind': recurringMovementKinds,
  'staff.access': StaffAccess.options,
  'staff.role': staffRoles,
  'staff_codes.purpose': codePurposes,
  'staff_preferences.choice': noticeChoices,
  'papers_links.reason': linkReasons,
  'tax_events.status': TaxEventStatus.options,
  'tax_events.type': TaxEvent.shape.eventType.options,
  'tax_requests.status': TaxRequest.shape.status.options,
}

/** The same of columns that the database takes any text for: what an index or a trigger asks them for must be in the list. */
const UNCHECKED: Record<string, readonly string[]> = {
  'audit_entries.entity': Object.keys(auditEntities),
  'mails.kind': noticeKinds,
  'stripe_events.state': eventStates,
  // The provider's own: https://docs.stripe.com/api/invoices/object#invoice_object-status
  'stripe_invoices.status': ['draft', 'open', 'paid', 'uncollectible', 'void'],
  'stripe_operations.state': operationStates,
}

/** Generated columns that name a status of the contract, with all of those. */
const GENERATED: Record<string, readonly string[]> = {
  'invites.status': inviteStatuses,
  'staff.status': staffStatuses,
}

/** What an index holds of a list that the code names too. */
const PARTIAL: Record<string, readonly string[]> = {
  stripe_operations_open: openOperationStates,
  stripe_operations_tried: openOperationStates,
}

const quoted = (text: string) => [...text.matchAll(/'([^']+)'/g)].map(([, value]) => value!)

/** `(status = 'open'::text)`, `(state = ANY (ARRAY['pending'::text]))` and the like, with the column and its values. */
const COMPARISON = /\(?(?:\w+\.)?(\w+) (?:=|<>) (?:(?:ANY|ALL) \((?:ARRAY)?\[([^\]]*)\]|('[^']*')::text)/g

interface Named {
  name: string
  table: string
  text: string
}

const checks = await rowsOf<Named>(
  db,
  sql`select conname as name, conrelid::regclass::text as table, pg_get_constraintdef(oid) as text from pg_constraint
      where contype = 'c' and coninhcount = 0 and connamespace = 'public'::regnamespace`,
)
const generated = await rowsOf<Named>(
  db,
  sql`select table_name || '.' || column_name as name, table_name as table, generation_expression as text
      from information_schema.columns where table_schema = 'public' and is_generated = 'ALWAYS'`,
)
const indexes = await rowsOf<Named>(
  db,
  sql`select indexrelid::regclass::text as name, indrelid::regclass::text as table, pg_get_expr(indpred, indrelid) as text
      from pg_index where indpred is not null and indrelid::regclass::text not like 'pg%'`,
)
const triggers = await rowsOf<Named>(
  db,
  sql`select tgname as name, tgrelid::regclass::text as table, pg_get_triggerdef(oid) as text
      from pg_trigger where not tgisinternal and tgqual is not null`,
)

/** The columns of a text with the values they are compared with; that a text is empty is no status. */
const comparisons = ({ table, text }: Named) =>
  [...text.matchAll(COMPARISON)].flatMap(([, column, several, single]) => {
    const values = quoted(several ?? single ?? '')
    return values.length > 0 ? [{ column: `${table}.${column}`, values }] : []
  })

test('the database checks the lists of the code, value for value', () => {
  const checked = checks.flatMap(comparisons).map(({ column, values }) => [column, values.toSorted()])
  const lists = Object.entries(LISTS).map(([column, values]) => [column, values.toSorted()])
  expect(Object.fromEntries(checked)).toEqual(Object.fromEntries(lists))
})

test('what generated columns, partial indexes and triggers ask for is in the list of its column', () => {
  const lists = { ...LISTS, ...UNCHECKED }
  const asked = [...generated, ...indexes, ...triggers].flatMap((named) =>
    comparisons(named).map(({ column, values }) => ({ where: named.name, column, values })),
  )
  expect(asked.length).toBeGreaterThan(15)
  const strange = asked.filter(({ column, values }) => !values.every((value) => lists[column]?.includes(value)))
  expect(strange).toEqual([])
})

test.each(Object.entries(GENERATED))('the generated column %s has the statuses of the contract', (name, statuses) => {
  const column = generated.find((one) => one.name === name)!
  const results = quoted(column.text.replaceAll(/= '[^']*'/g, ''))
  // An organization that is not approved gives its invite its own status.
  const passedOn = /THEN organization_status/.test(column.text) ? ['onboarding', 'blocked'] : []
  expect([...results, ...passedOn].toSorted()).toEqual(statuses.toSorted())
})

test.each(Object.entries(PARTIAL))('the index %s holds what the code calls so', (name, values) => {
  const [comparison] = comparisons(indexes.find((index) => index.name === name)!)
  expect(comparison?.values.toSorted()).toEqual(values.toSorted())
})

test('a status that the contract alone knows is refused by its field and changes nothing', async () => {
  const { id } = await given.inquiry()
  await db.execute(sql`alter table contact_inquiries drop constraint contact_inquiries_status_check`)
  await db.execute(
    sql`alter table contact_inquiries add constraint contact_inquiries_status_check check (status in ('New', 'In-progress'))`,
  )
  const owner = await as('owner')
  const reply = await owner(contactInquiries.respondToInquiry, { params: { id }, body: { status: 'Done' } })
  expect([reply.status, reply.error?.fields]).toEqual([400, { status: 'This value is not allowed' }])
  expect((await owner(contactInquiries.readInquiry, { params: { id } })).data.status).toBe('New')
})
