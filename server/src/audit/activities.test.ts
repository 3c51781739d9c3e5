import { audit } from '@hikmah/contract/audit'
import { contactInquiries } from '@hikmah/contract/communication/endpoints'
import { organizations } from '@hikmah/contract/organizations/endpoints'
import { expect, test } from 'vitest'
import { startServer } from '../../test/start.ts'
import { record } from '../kit/audit/audit.ts'
import { systemActor } from '../kit/auth/actor.ts'

const { listActivities } = audit
const { house, as, given } = await startServer()
const owner = await as('owner')
const manager = await as('manager')
const told = async (by: typeof owner, query = {}) => (await by(listActivities, { query })).data

test('a decision is told with its outcome, and with nothing else that changed', async () => {
  const { id } = await given.organization({ name: 'Masjid Quba' })
  const { data } = await owner(organizations.readOrganization, { params: { id } })
  await owner(organizations.changeOrganizationStatus, {
    params: { id },
    body: { status: 'approved', note: 'All papers are there', version: data.version },
  })
  const [newest] = await told(manager)
  expect(newest).toMatchObject({
    action: 'organization.status-changed',
    entityName: 'Masjid Quba',
    changes: { orgStatus: { before: 'onboarding', after: 'approved' } },
  })
  expect(newest!.changes).not.toHaveProperty('note')
  expect(newest).not.toHaveProperty('ip')
})

test('people are told of what they may see, and never of sign-ins and exports', async () => {
  await house.change(systemActor('Test'), async (tx) => {
    const entry = { entityId: '1', entityName: 'Test' }
    record(tx, { ...entry, action: 'payment-customer.linked', entity: 'payment-customer' })
    record(tx, { ...entry, action: 'organization.list-exported', entity: 'organization' })
    record(tx, { ...entry, action: 'sign-in.completed', entity: 'staff' })
    record(tx, { ...entry, action: 'order.created', entity: 'order' })
  })
  const actions = async (by: typeof owner) => (await told(by)).map(({ action }) => action)
  expect((await actions(owner)).slice(0, 2)).toEqual(['order.created', 'payment-customer.linked'])
  expect(await actions(manager)).not.toContain('payment-customer.linked')
  for (const seen of [await actions(owner), await actions(manager)]) {
    expect(seen).not.toContain('sign-in.completed')
    expect(seen).not.toContain('organization.list-exported')
  }
})

test('older ones follow by the cursor, each once', async () => {
  const all = (await told(owner, { limit: 100 })).map(({ seq }) => seq)
  const paged: number[] = []
  for (let cursor: number | undefined; ; ) {
    const { data, meta } = await owner(listActivities, { query: { limit: 1, cursor } })
    paged.push(...data.map(({ seq }) => seq))
    cursor = meta.cursor
    if (cursor === undefined) break
  }
  expect(paged).toEqual(all)
})

test('who wrote is told as long as the conversation is there', async () => {
  const { id } = await given.inquiry({ name: 'Khadija Noor' })
  const told = () => owner(listActivities, { query: { limit: 1 } }).then(({ data }) => data[0])
  await house.change(systemActor('Test'), async (tx) =>
    record(tx, { action: 'contact-inquiry.responded', entity: 'contact-inquiry', entityId: id, entityName: '#9b60f1' }),
  )
  expect(await told()).toMatchObject({ entityName: 'Khadija Noor' })
  await owner(contactInquiries.deleteInquiry, { params: { id } })
  expect(await told()).toMatchObject({ action: 'contact-inquiry.deleted', entityName: `#${id.slice(-6)}` })
})
