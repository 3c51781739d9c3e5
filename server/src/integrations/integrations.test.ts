import { integrations as endpoints } from '@hikmah/contract/integrations'
import { expect, test } from 'vitest'
import { startCatalogue } from '../../test/catalogue.ts'

const { admin, manager, audited, billing, integration, addApplication, addIntegration } = await startCatalogue()
const { listIntegrations, readIntegration, updateIntegration, deleteIntegration, sortIntegrations } = endpoints
const { _id: application } = (await addApplication({ displayName: 'DEENWEB' })).data
const save = (id: string, body: object, by = admin) => by(updateIntegration, { params: { id }, body })
const paid = (monthly: number, annually: number, discount = 0) => ({
  pricingType: 'Paid',
  monthlyBilling: billing('Monthly', monthly, discount),
  annuallyBilling: billing('Annually', annually, discount),
})

test('an integration is added, saved and deleted, with the names of its applications from the server', async () => {
  const added = await addIntegration(application, { pricing: paid(4.99, 50, 12.5) })
  expect(added).toMatchObject({ status: 200, message: 'Integration Added Successfully!' })
  const { _id } = added.data
  expect(added.data).toMatchObject({
    compatibleWith: [{ application, applicationName: 'DEENWEB' }],
    features: [{ title: 'Adhan', order: 100 }],
    pricing: { monthlyBilling: { price: 4.99, discountPercentage: 12.5 }, annuallyBilling: { price: 50 } },
  })
  const saved = await save(_id, { ...added.data, pricing: { ...paid(1, 2), pricingType: 'Free' } })
  expect(saved).toMatchObject({ status: 200, message: 'Integration Updated Successfully!' })
  expect(saved.data.pricing).toEqual({ pricingType: 'Free' })
  expect((await save(_id, added.data)).status).toBe(409)
  const gone = await admin(deleteIntegration, { params: { id: _id } })
  expect(gone).toMatchObject({ status: 200, message: 'Integration Deleted Successfully!' })
  expect((await admin(readIntegration, { params: { id: _id } })).status).toBe(404)
  expect(await audited(_id)).toEqual(['integration.created', 'integration.updated', 'integration.deleted'])
})

const rich = (text: string, more: object = {}) =>
  JSON.stringify({ type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text, ...more }] }] })

test('the long description is a document of the editor, read node by node', async () => {
  const { data } = await addIntegration(application, { longDescription: rich('Times', { marks: [{ type: 'bold' }] }) })
  expect(JSON.parse(data.longDescription).type).toBe('doc')
  const wrong = (longDescription: string) => addIntegration(application, { longDescription })
  expect((await wrong(rich('x'.repeat(501)))).error.fields).toHaveProperty('longDescription')
  expect((await wrong(JSON.stringify({ type: 'doc', content: [{ type: 'script' }] }))).status).toBe(400)
  expect((await wrong(rich(' '))).error.fields).toHaveProperty('longDescription')
})

test.each([
  ['name', { name: '' }],
  ['compatibleWith', { compatibleWith: [] }],
  ['compatibleWith.0.application', { compatibleWith: [{ application: crypto.randomUUID() }] }],
  ['compatibleWith.0.application', { compatibleWith: [{ application: 'deenweb' }] }],
  ['integrationApi', { integrationApi: 'weather' }],
  ['pricing.pricingType', { pricing: { pricingType: 'Trial' } }],
  ['pricing.annuallyBilling', { pricing: { pricingType: 'Paid', monthlyBilling: billing('Monthly', 1) } }],
  ['pricing.monthlyBilling.price', { pricing: paid(-1, 5) }],
  [
    'pricing.monthlyBilling.discountPercentage',
    { pricing: { ...paid(5, 5), monthlyBilling: billing('Monthly', 5, -1) } },
  ],
  ['features.0.title', { features: [{ title: '', status: 'Available' }] }],
  ['status', { status: 'Not Available' }],
])('a draft with a wrong %s is refused by its name', async (field, wrong) => {
  const reply = await addIntegration(application, wrong)
  expect([reply.status, Object.keys(reply.error.fields ?? {})]).toEqual([400, [field]])
})

test('a manager writes the words and not the prices', async () => {
  const { data } = await addIntegration(application, { pricing: paid(5, 50) })
  expect((await save(data._id, { ...data, name: 'Salah' }, manager)).status).toBe(200)
  const { data: now } = await admin(readIntegration, { params: { id: data._id } })
  const refused = async (more: object) =>
    Object.keys((await save(data._id, { ...now, ...more }, manager)).error.fields ?? {})
  expect(await refused({ pricing: paid(6, 50) })).toEqual(['pricing'])
  expect(await refused({ status: 'Available' })).toEqual(['status'])
  expect(await refused({ stripeProductId: 'prod_2' })).toEqual(['stripeProductId'])
  expect((await manager(deleteIntegration, { params: { id: data._id } })).status).toBe(403)
})

test('integrations stand in the order that was saved', async () => {
  const ids = (await admin(listIntegrations, { query: {} })).data.map(({ _id }) => _id).toReversed()
  await admin(sortIntegrations, { body: { sortedList: ids.map((_id, order) => ({ _id, order })) } })
  expect((await admin(listIntegrations, { query: {} })).data.map(({ _id }) => _id)).toEqual(ids)
  expect(integration(application)).toHaveProperty('integrationApi', 'salah')
})
