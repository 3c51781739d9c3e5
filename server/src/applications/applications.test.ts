import { applications as endpoints } from '@hikmah/contract/applications'
import { expect, test } from 'vitest'
import { startCatalogue } from '../../test/catalogue.ts'
import { applications } from './table.ts'

const {
  db,
  clock,
  given,
  audited,
  admin,
  manager,
  imageUrl,
  billing,
  plan,
  feature,
  addApplication,
  addIntegration,
  listed,
} = await startCatalogue()
const {
  listApplications,
  readApplication,
  updateApplication,
  readApplicationUsage,
  deleteApplication,
  restoreApplication,
} = endpoints
const save = (id: string, body: object, by = admin) => by(updateApplication, { params: { id }, body })

test('an application is added as it was drafted, comes last, and its saves are in the audit trail', async () => {
  const added = await addApplication({ displayName: 'DEENFUND', features: [feature(), feature({ title: 'Giving' })] })
  expect(added).toMatchObject({ status: 200, message: 'Application Added Successfully!' })
  const { _id, order, version } = added.data
  expect(added.data).toMatchObject({
    displayName: 'DEENFUND',
    iconMetaData: { iconUrl: imageUrl, iconName: 'icon.png', imageSize: 10 },
    features: [{ order: 100 }, { order: 101 }],
    plans: [{ id: 'free-plan' }, { id: 'standard-plan' }, { id: 'premium-plan' }, { id: 'custom-plan' }],
  })
  expect((await admin(readApplication, { params: { id: _id } })).data).toEqual(added.data)

  const later = await addApplication()
  expect(later.data.order).toBeGreaterThan(order)
  const saved = await save(_id, { ...added.data, shortDescription: 'Giving online', status: 'New', foreign: 1 })
  expect(saved).toMatchObject({ status: 200, message: 'Application Updated Successfully!' })
  expect(saved.data).toEqual({
    ...added.data,
    shortDescription: 'Giving online',
    status: 'New',
    statusSince: saved.data.statusSince,
    version: version + 1,
  })
  expect(await audited(_id)).toEqual(['application.created', 'application.updated'])
})

test('a price is kept as it was sent, to the cent', async () => {
  const { data } = await addApplication({
    features: [feature({ featureType: 'Paid', price: 12 })],
    plans: [plan({ monthlyBilling: billing('Monthly', 12.5), annuallyBilling: billing('Annually', 1234.56, 25) })],
    hardware: [{ name: 'DEENKIOSK Player', price: 499, billingPeriod: 'Monthly', setupCost: 50, shipping: 'Required' }],
    showHardware: true,
  })
  expect(data.plans[0]).toMatchObject({ monthlyBilling: { price: 12.5 }, annuallyBilling: { price: 1234.56 } })
  expect(data.hardware).toEqual([
    { name: 'DEENKIOSK Player', price: 499, billingPeriod: 'Monthly', setupCost: 50, shipping: 'Required' },
  ])
  const [row] = (await db.select().from(applications)).filter(({ id }) => id === data._id)
  expect(row).toMatchObject({
    currency: 'usd',
    features: [{ priceCents: 1200 }],
    plans: [{ monthlyBilling: { priceCents: 1250 }, annuallyBilling: { priceCents: 123_456 } }],
    hardware: [{ priceCents: 49_900, setupCostCents: 5000 }],
  })
})

test.each([
  ['displayName', { displayName: 'x'.repeat(21) }],
  ['name', { name: 'deenmail' }],
  ['shortDescription', { shortDescription: 'x'.repeat(101) }],
  ['longDescription', { longDescription: '' }],
  ['imageMetaData.imageUrl', { imageMetaData: { imageUrl: '' } }],
  ['iconMetaData.iconUrl', { iconMetaData: { iconUrl: 'https://elsewhere.example/logo.png' } }],
  ['iconMetaData.iconUrl', { iconMetaData: { iconUrl: `/api/media/${crypto.randomUUID()}/file` } }],
  ['features', { features: [] }],
  ['features.1.title', { features: [feature(), feature({ title: '' })] }],
  ['features.0.title', { features: [feature({ title: 'x'.repeat(51) })] }],
  ['features.0.description', { features: [feature({ description: 'x'.repeat(176) })] }],
  ['features.0.status', { features: [feature({ status: 'Hidden' })] }],
  ['features.0.price', { features: [feature({ featureType: 'Paid', price: 0 })] }],
  ['features.0.price', { features: [feature({ featureType: 'Paid', price: -1 })] }],
  ['features.0.price', { features: [feature({ featureType: 'Paid', price: 1.5 })] }],
  ['features.0.price', { features: [feature({ featureType: 'Free', price: 5 })] }],
  ['features', { features: Array.from({ length: 201 }, () => feature()) }],
  ['plans', { plans: [] }],
  ['plans.1.id', { plans: [plan(), plan()] }],
  ['plans.0.monthlyBilling.price', { plans: [plan({ monthlyBilling: billing('Monthly', 0.1 + 0.2) })] }],
  ['plans.0.monthlyBilling.price', { plans: [plan({ monthlyBilling: billing('Monthly', 1e21) })] }],
  ['plans.0.annuallyBilling.price', { plans: [plan({ annuallyBilling: billing('Annually', -1) })] }],
  ['plans.0.annuallyBilling.discountPercentage', { plans: [plan({ annuallyBilling: billing('Annually', 9, 7) })] }],
  ['plans.0.monthlyBilling.billingPeriod', { plans: [plan({ monthlyBilling: billing('Annually', 9) })] }],
  ['hardware', { showHardware: true, hardware: [] }],
  ['hardware.0.price', { hardware: [{ name: 'DEENKIOSK Player', price: 0, billingPeriod: 'Monthly' }] }],
  [
    'hardware.0.setupCost',
    { hardware: [{ name: 'DEENKIOSK Player', price: 1, setupCost: 0, billingPeriod: 'Monthly' }] },
  ],
  ['status', { status: 'Hidden' }],
])('a draft with a wrong %s is refused by its name', async (field, wrong) => {
  const reply = await addApplication(wrong)
  expect([reply.status, Object.keys(reply.error.fields ?? {})]).toEqual([400, [field]])
})

test('the description of a feature keeps its line breaks, in the application and in its plans', async () => {
  const description = 'Five prayers\nand Jumuah'
  const added = await addApplication({
    features: [feature({ title: 'Prayer times', description })],
    plans: [plan({ features: [{ title: 'Prayer times', description, featureType: 'Included' }] })],
  })
  expect([added.status, added.error?.fields]).toEqual([200, undefined])
  const { data } = await admin(readApplication, { params: { id: added.data._id } })
  expect(data.features[0]?.description).toBe(description)
  expect(data.plans[0]?.features[0]?.description).toBe(description)
})

test('a price in a text is refused, and told to come as a number', async () => {
  const reply = await addApplication({
    features: [feature({ featureType: 'Paid', price: '12' })],
    plans: [plan({ monthlyBilling: billing('Monthly', '12.50' as never) })],
  })
  expect(reply.status).toBe(400)
  expect(reply.error).toMatchObject({
    message: 'features.0.price: Expected number',
    fields: { 'features.0.price': 'Expected number', 'plans.0.monthlyBilling.price': 'Expected number' },
  })
})

test('what a person sees as one character counts as one', async () => {
  const family = '👨‍👩‍👧‍👦'
  expect((await addApplication({ displayName: family.repeat(20) })).status).toBe(200)
  expect((await addApplication({ displayName: family.repeat(21) })).status).toBe(400)
  expect((await addApplication({ displayName: `a${'\u0301'.repeat(400)}` })).status).toBe(400)
})

test('two who edit at once do not overwrite each other', async () => {
  const { data } = await addApplication()
  expect((await save(data._id, { ...data, shortDescription: 'First' })).status).toBe(200)
  const second = await save(data._id, { ...data, shortDescription: 'Second' })
  expect(second).toMatchObject({ status: 409, error: { code: 'CONFLICT', current: { shortDescription: 'First' } } })
  expect((await save(data._id, { ...data, _id: crypto.randomUUID() })).error.fields).toHaveProperty('_id')
})

test('what is added at the same moment has places of its own', async () => {
  const added = await Promise.all(Array.from({ length: 4 }, () => addApplication({})))
  expect(new Set(added.map(({ data }) => data.order)).size).toBe(4)
})

test('a manager edits words and images, and nothing that has a price', async () => {
  const { data } = await addApplication({
    status: 'Available',
    features: [feature(), feature({ title: 'Giving', featureType: 'Paid', price: 9 })],
    plans: [plan()],
  })
  const written = await save(
    data._id,
    { ...data, shortDescription: 'Better', features: [...data.features, feature({ title: 'Third' })] },
    manager,
  )
  expect(written.status).toBe(200)
  const now = written.data
  const refusedFor = async (more: object) => {
    const reply = await save(data._id, { ...now, ...more }, manager)
    return [reply.status, ...Object.keys(reply.error.fields ?? {})]
  }
  const [first, second, third] = now.features
  expect(await refusedFor({ stripeProductId: 'prod_1' })).toEqual([403, 'stripeProductId'])
  expect(await refusedFor({ plans: [plan({ monthlyBilling: billing('Monthly', 1) })] })).toEqual([403, 'plans.0'])
  expect(await refusedFor({ features: [first, { ...second, price: 8 }, third] })).toEqual([403, 'features.1.price'])
  expect(await refusedFor({ features: [first, third] })).toEqual([403, 'features'])
  expect(await refusedFor({ features: [{ ...first, featureType: 'Paid', price: 9 }, second, third] })).toEqual([
    403,
    'features.0.price',
  ])
  expect(await refusedFor({ status: 'Not Available' })).toEqual([403, 'status'])
  expect(await refusedFor({ hardware: [{ name: 'DEENKIOSK Player', price: 5, billingPeriod: 'Monthly' }] })).toEqual([
    403,
    'hardware.0.price',
  ])
  const renamed = await save(data._id, { ...now, features: [third, first, { ...second, title: 'Donations' }] }, manager)
  expect(renamed.status).toBe(200)
  expect((await addApplication({}, manager)).status).toBe(200)
  expect((await addApplication({ status: 'Available' }, manager)).error.fields).toHaveProperty('status')
  expect((await addApplication({ plans: [plan()] }, manager)).status).toBe(403)
  expect((await manager(deleteApplication, { params: { id: data._id } })).status).toBe(403)
})

test('a manager gives no price to another part: not by the name of hardware, nor where two features share a title', async () => {
  const player = { name: 'DEENKIOSK Player', price: 899, billingPeriod: 'Monthly' }
  const screen = { ...player, name: 'DEENSCREEN Player', price: 549 }
  const seats = (price: number) => feature({ title: 'Seats', featureType: 'Paid', price })
  const { data } = await addApplication({
    showHardware: true,
    hardware: [player, screen],
    features: [seats(10), seats(20)],
  })
  const refusedFor = async (more: object) => {
    const reply = await save(data._id, { ...data, ...more }, manager)
    return [reply.status, ...Object.keys(reply.error.fields ?? {})]
  }
  const swapped = [
    { ...player, name: screen.name },
    { ...screen, name: player.name },
  ]
  expect(await refusedFor({ hardware: swapped })).toEqual([403, 'hardware.0.price'])
  expect(await refusedFor({ hardware: [player, { ...screen, name: player.name }] })).toEqual([403, 'hardware.1.price'])
  expect(await refusedFor({ features: [seats(10), seats(10)] })).toEqual([403, 'features.1.price'])
  expect(await refusedFor({ features: [seats(10)] })).toEqual([403, 'features'])
  expect((await save(data._id, { ...data, features: [seats(20), seats(10)] }, manager)).status).toBe(200)
})

test('deleting says what it touches; what was used is archived and can be restored, the rest is gone', async () => {
  const unused = (await addApplication({ name: 'deenscreen' })).data._id
  expect((await admin(readApplicationUsage, { params: { id: unused } })).data).toEqual({
    organizations: 0,
    subscriptions: 0,
    integrations: [],
    isArchived: false,
  })
  const gone = await admin(deleteApplication, { params: { id: unused } })
  expect(gone).toMatchObject({ status: 200, message: 'Application Deleted Successfully!' })
  expect((await admin(readApplication, { params: { id: unused } })).status).toBe(404)

  const used = (await addApplication({ name: 'deenkiosk', displayName: 'Kiosk' })).data._id
  const { data: salah } = await addIntegration(used)
  await given.device({ appStream: 'DEENKIOSK', organizationId: (await given.organization()).id })
  expect((await admin(readApplicationUsage, { params: { id: used } })).data).toEqual({
    organizations: 1,
    subscriptions: 0,
    integrations: [{ _id: salah._id, name: 'Salah times' }],
    isArchived: true,
  })
  clock.advance(1)
  const later = (await addApplication({ name: 'deenkiosk', displayName: 'Kiosk 2' })).data._id
  expect((await admin(readApplicationUsage, { params: { id: later } })).data).toMatchObject({ organizations: 0 })
  await admin(deleteApplication, { params: { id: used } })
  expect((await listed()).map(({ _id }) => _id)).not.toContain(used)
  const { data: archived } = await admin(listApplications, { query: { archived: 'true' } })
  expect(archived.map(({ _id }) => _id)).toEqual([used])
  expect((await admin(deleteApplication, { params: { id: used } })).status).toBe(409)
  const refused = await save(used, archived[0]!)
  expect([refused.status, refused.error?.message]).toEqual([409, 'This application is archived. Restore it first.'])
  const { data: restored } = await admin(restoreApplication, { params: { id: used } })
  expect((await listed()).at(-1)).toEqual(restored)
  expect(await audited(used)).toEqual(['application.created', 'application.archived', 'application.restored'])
})

test('the list is searched, filtered and paged, and without parameters it is whole', async () => {
  clock.advance(1)
  const { data } = await addApplication({ displayName: 'Ramadan board', status: 'New' })
  const all = await listed()
  expect(all.length).toBeGreaterThan(2)
  const found = await admin(listApplications, { query: { q: 'ramadan' } })
  expect(found.data.map(({ _id }) => _id)).toEqual([data._id])
  expect(found.meta).toMatchObject({ total: 1, counts: { all: 1, New: 1, Available: 0 } })
  const page = await admin(listApplications, { query: { page: 2, limit: 1 } })
  expect(page.data).toEqual([all[1]])
  expect(page.meta.total).toBe(all.length)
})
