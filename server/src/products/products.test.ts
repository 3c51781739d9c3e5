import { applications } from '@hikmah/contract/applications'
import { integrations } from '@hikmah/contract/integrations'
import { plans } from '@hikmah/contract/plans'
import { productDrafts } from '@hikmah/contract/product-drafts'
import { products } from '@hikmah/contract/products'
import { expect, test } from 'vitest'
import { startCatalogue } from '../../test/catalogue.ts'

const { as, call, clock, application, integration, addApplication, addIntegration } = await startCatalogue()
const { readProductDraft, saveProductDraft, discardProductDraft } = productDrafts
const DAY_S = 86_400

test('each card counts the rows of a list, against how many of them were there 30 days ago', async () => {
  const { _id } = (await addApplication({ status: 'Available' })).data
  await addIntegration(_id)
  clock.advance(31 * DAY_S)
  const owner = await as('owner')
  await addApplication({ status: 'Available' }, owner)
  await addApplication({ status: 'New' }, owner)
  const { data } = await owner(products.readProductCards, {})
  expect(data).toEqual({
    card1: { data: 3, previous: 1, percentage: 200 },
    card2: { data: 2, previous: 1, percentage: 100 },
    card3: { data: 1, previous: 0, percentage: 100 },
    card4: { data: 1, previous: 1, percentage: 0 },
    card5: { data: 0, previous: 0, percentage: 0 },
  })

  // It was compatible with something, so it is archived: it was there 30 days ago all the same.
  await owner(applications.deleteApplication, { params: { id: _id } })
  const after = await owner(products.readProductCards, {})
  expect(after.data).toMatchObject({
    card1: { data: 2, previous: 1, percentage: 100 },
    card2: { data: 1, previous: 1, percentage: 0 },
  })
})

test('a draft is kept for its person alone, and dropped when it is added or discarded', async () => {
  const [writer, other] = [await as('admin'), await as('admin')]
  const params = { kind: 'application' as const }
  expect((await writer(readProductDraft, { params })).data).toBeNull()
  const first = await writer(saveProductDraft, {
    params,
    body: { draft: { displayName: 'Half \u0000' }, step: 1, version: 0 },
  })
  expect(first.data).toMatchObject({ draft: { displayName: 'Half \u0000' }, step: 1, version: 1 })
  expect((await other(readProductDraft, { params })).data).toBeNull()
  expect((await writer(readProductDraft, { params: { kind: 'integration' } })).data).toBeNull()

  const otherTab = await writer(saveProductDraft, { params, body: { draft: {}, step: 0, version: 0 } })
  expect(otherTab).toMatchObject({ status: 409, error: { current: { version: 1 } } })
  const second = await writer(saveProductDraft, {
    params,
    body: { draft: { displayName: 'Whole' }, step: 2, version: 1 },
  })
  expect(second.data.version).toBe(2)
  await writer(applications.createApplication, { body: application() })
  expect((await writer(readProductDraft, { params })).data).toBeNull()

  await writer(saveProductDraft, { params, body: { draft: {}, step: 0, version: 0 } })
  await writer(discardProductDraft, { params })
  expect((await writer(readProductDraft, { params })).data).toBeNull()
  const gone = await writer(saveProductDraft, { params, body: { draft: {}, step: 0, version: 1 } })
  expect(gone).toMatchObject({ status: 409, error: { current: null } })
  expect((await writer(saveProductDraft, { params, body: { draft: {}, step: 9, version: 0 } })).status).toBe(400)
})

test('what another tab kept since stays when the product is added', async () => {
  const writer = await as('admin')
  const { _id } = (await addApplication({}, writer)).data
  const add = {
    application: (draftVersion: number) =>
      writer(applications.createApplication, { body: application(), query: { draftVersion } }),
    integration: (draftVersion: number) =>
      writer(integrations.createIntegration, { body: integration(_id), query: { draftVersion } }),
  }
  for (const kind of ['application', 'integration'] as const) {
    const keep = (name: string, version: number) =>
      writer(saveProductDraft, { params: { kind }, body: { draft: { name }, step: 0, version } })
    const kept = async () => (await writer(readProductDraft, { params: { kind } })).data
    await keep('First', 0)
    await keep('Kept in another tab', 1)
    expect((await add[kind](1)).status).toBe(200)
    expect(await kept()).toMatchObject({ draft: { name: 'Kept in another tab' }, version: 2 })
    expect((await add[kind](2)).status).toBe(200)
    expect(await kept()).toBeNull()
  }
})

test('one press sent twice adds one application', async () => {
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const body = application({ displayName: 'Sent twice' })
  const owner = await as('owner')
  const replies = await Promise.all([1, 2].map(() => owner(applications.createApplication, { body }, { headers })))
  expect(replies[0]!.data._id).toBe(replies[1]!.data._id)
})

test('a price is looked up without a session; its id is checked, and no price is made up', async () => {
  const look = (priceId: string) => call(plans.getStripePlan, { params: { priceId } })
  expect((await look('price_1QmStdMo29')).error).toMatchObject({
    code: 'UNAVAILABLE',
    message: 'The payment provider is not configured',
  })
  for (const wrong of ['prod_1QmStdMo29', 'price_', 'price_<b>aaaa', `price_${'a'.repeat(65)}`]) {
    expect([wrong, (await look(wrong)).status]).toEqual([wrong, 400])
  }
  for (let i = 0; i < 19; i += 1) await look('price_1QmStdMo29')
  expect((await look('price_1QmStdMo29')).status).toBe(429)
})
