import { hardware as endpoints } from '@hikmah/contract/hardware/endpoints'
import { DEVICE_ADDED } from '@hikmah/contract/hardware/schemas'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { freshMac, startInventory } from '../../test/device-form.ts'
import { auditEntries } from '../kit/audit/audit.ts'
import { sha256 } from '../kit/auth/tokens.ts'
import { newId } from '../kit/db/ids.ts'
import { idempotencyKeys } from '../kit/write/change.ts'
import { devices } from './table.ts'

const { createDevice, getUniqueDeviceId, reissueDeviceKey, heartbeat } = endpoints
const { given, call, db, audited, clock, manager, freshId, imageUrl, form, create, read } = await startInventory()

test('a unit is added with an id of its own, and its key is shown this once', async () => {
  const { data: deviceId } = await call(getUniqueDeviceId, { query: { appStream: 'DS' } })
  const body = form({ deviceId, appStream: 'DEENSCREEN', macAddress: '00-1a-2b-3c-4d-5e', price: '1250' })

  const reply = await manager(createDevice, { body })

  expect([reply.status, reply.message]).toEqual([200, DEVICE_ADDED])
  const { deviceKey, ...device } = reply.data
  expect(deviceKey).toMatch(/^dk_[\w-]{43}$/)
  expect(device).toMatchObject({
    deviceId,
    appStream: 'DEENSCREEN',
    macAddress: '00:1A:2B:3C:4D:5E',
    price: 1250,
    status: 'Available',
    details: 'Lobby unit',
    imageMetaData: { imageUrl, imageName: 'kiosk.png', imageSize: 0 },
    connectivity: 'never',
    lastActive: null,
    connectedOn: null,
    revenue: 0,
    orgId: null,
    timeline: { connected: [], disconnected: [] },
    version: 1,
  })
  expect(await read(device._id)).toEqual(device)
  expect(await audited(device._id)).toEqual(['device.created'])
})

test('of the key only a hash is kept, and neither audit trail nor a repeated request tells it', async () => {
  const body = form()
  const headers = { 'idempotency-key': 'add-once' }
  const first = await manager(createDevice, { body }, { headers })
  const again = await manager(createDevice, { body }, { headers })
  expect([first.status, again.status]).toEqual([200, 409])
  const { deviceKey, _id } = first.data
  const [row] = await db.select().from(devices).where(eq(devices.id, _id))
  expect(row?.keyHash).toBe(sha256(deviceKey))
  const reissued = await manager(reissueDeviceKey, { params: { id: _id.toUpperCase() } })
  expect(reissued.data.deviceKey).not.toBe(deviceKey)
  expect(await audited(_id)).toEqual(['device.created', 'device.key-reissued'])
  const kept = JSON.stringify([
    await db.select().from(auditEntries),
    await db.select().from(idempotencyKeys),
    await db.select().from(devices),
  ])
  for (const key of [deviceKey, reissued.data.deviceKey]) expect(kept).not.toContain(key)
  expect((await call(heartbeat, {}, { headers: { deviceKey } })).status).toBe(401)
  expect((await call(heartbeat, {}, { headers: { deviceKey: reissued.data.deviceKey } })).status).toBe(200)
})

test('a unique device id is well-formed, of the asked stream, and nobody gets more than thirty a minute', async () => {
  const before = await db.$count(devices)
  const ids = new Set<string>()
  for (let i = 0; i < 15; i += 1) {
    for (const appStream of ['DK', 'DS']) {
      const { status, data } = await call(getUniqueDeviceId, { query: { appStream } }, fromAddress('198.51.100.7'))
      expect(status).toBe(200)
      expect(data).toMatch(new RegExp(`^${appStream}[0-9A-HJKMNP-TV-Z]{11}$`))
      ids.add(data)
    }
  }
  expect(ids.size).toBe(30)
  const refused = await call(getUniqueDeviceId, { query: { appStream: 'DK' } }, fromAddress('198.51.100.7'))
  expect(refused).toMatchObject({ status: 429, error: { code: 'RATE_LIMITED' } })
  expect(await db.$count(devices)).toBe(before)
  clock.advance(61)
  expect((await call(getUniqueDeviceId, { query: { appStream: 'DK' } }, fromAddress('198.51.100.7'))).status).toBe(200)
})
const fromAddress = (ip: string) => ({ headers: { 'x-forwarded-for': ip } })

test.each([{}, { appStream: 'DX' }, { appStream: 'DEENKIOSK' }, { appStream: 'dk' }])(
  'no id is given for %j',
  async (query) => {
    const { status, error } = await call(getUniqueDeviceId, { query })
    expect([status, Object.keys(error.fields ?? {})]).toEqual([400, ['appStream']])
  },
)

const forged = (id: string) => id.slice(0, -1) + (id.endsWith('0') ? '1' : '0')

test.each([' ', [], [[]], '12a'])('a price of %j is told to have digits only', async (price) => {
  const { status, error } = await create({ price })
  expect([status, error.fields]).toEqual([400, { price: 'Digits only' }])
})

test.each<[string, object | (() => object), string]>([
  ['an id of the other stream', () => ({ deviceId: freshId('DS') }), 'deviceId'],
  ['a forged check character', () => ({ deviceId: forged(freshId()) }), 'deviceId'],
  ['an id with one character changed', () => ({ deviceId: freshId().replace(/.(.)$/, '!$1') }), 'deviceId'],
  ['an id in small letters', () => ({ deviceId: freshId().toLowerCase() }), 'deviceId'],
  ['no id', { deviceId: '' }, 'deviceId'],
  ['an id that is no text', { deviceId: 7 }, 'deviceId'],
  ['an unknown stream', { appStream: 'DEENFUND' }, 'appStream'],
  ['an empty MAC', { macAddress: '' }, 'macAddress'],
  ['a short MAC', { macAddress: '00:1A:2B:3C:4D' }, 'macAddress'],
  ['a MAC with a G', { macAddress: '00:1A:2B:3C:4D:5G' }, 'macAddress'],
  ['a MAC with mixed separators', { macAddress: '00:1A-2B:3C:4D:5E' }, 'macAddress'],
  ['a MAC with Arabic letters', { macAddress: '٠٠:1A:2B:3C:4D:5ب' }, 'macAddress'],
  ['a price of 0', { price: 0 }, 'price'],
  ['a price of "0"', { price: '0' }, 'price'],
  ['a price below 0', { price: -5 }, 'price'],
  ['a price with cents', { price: 4.5 }, 'price'],
  ['a price of "12a"', { price: '12a' }, 'price'],
  ['a price of 1e9', { price: 1e9 }, 'price'],
  ['a price of "1e3"', { price: '1e3' }, 'price'],
  ['a price of very many digits', { price: '9'.repeat(400) }, 'price'],
  ['a price of a blank', { price: ' ' }, 'price'],
  ['a price that is a list', { price: [] }, 'price'],
  ['no price', { price: undefined }, 'price'],
  ['an unknown status', { status: 'Broken' }, 'status'],
  ['the status Pending', { status: 'Pending' }, 'status'],
  ['101 characters of details', { details: 'x'.repeat(101) }, 'details'],
  [
    'a script behind a link in the details',
    {
      details: JSON.stringify([
        {
          type: 'paragraph',
          children: [{ text: 'here', marks: [{ type: 'link', attrs: { href: 'javascript:alert(1)' } }] }],
        },
      ]),
    },
    'details',
  ],
  ['details of another shape', { details: '{"__proto__":{"a":1},"type":"doc"}' }, 'details'],
  ['a label of 51 characters', { name: 'x'.repeat(51) }, 'name'],
  ['no image', { imageMetaData: { imageUrl: '' } }, 'imageMetaData.imageUrl'],
  ['an image of another site', { imageMetaData: { imageUrl: 'https://evil.example/a.png' } }, 'imageMetaData.imageUrl'],
  [
    'an image that is not there',
    { imageMetaData: { imageUrl: `/api/media/${newId()}/file` } },
    'imageMetaData.imageUrl',
  ],
  [
    'an image address that is no id',
    { imageMetaData: { imageUrl: `/api/media/${'-'.repeat(36)}/file` } },
    'imageMetaData.imageUrl',
  ],
])('%s is refused by name and nothing is stored', async (_, more, field) => {
  const before = await db.$count(devices)
  const { status, error } = await create(typeof more === 'function' ? more() : more)
  expect([status, error.code, Object.keys(error.fields ?? {})]).toEqual([400, 'VALIDATION', [field]])
  expect(await db.$count(devices)).toBe(before)
})

test('without an image the refusal says Required', async () => {
  const { error } = await create({ imageMetaData: { imageUrl: '' } })
  expect(error.fields).toEqual({ 'imageMetaData.imageUrl': 'Required' })
})

test('what nobody asked for is dropped: revenue, organization, key and connection', async () => {
  const { id } = await given.organization()
  const { data } = await create({
    _id: newId(),
    revenue: 1_000_000,
    orgId: id,
    organizationId: id,
    keyHash: 'x',
    connected: true,
    lastActive: '2026-01-01T00:00:00.000Z',
    version: 99,
  })
  expect(data).toMatchObject({ revenue: 0, orgId: null, connectivity: 'never', lastActive: null, version: 1 })
})

test('rich details are kept in one canonical form', async () => {
  const words = [{ type: 'paragraph', children: [{ text: 'Near ', bold: true }, { text: 'the door' }] }]
  const { data } = await create({ details: JSON.stringify(words) })
  expect(JSON.parse(data.details)).toEqual({
    type: 'doc',
    content: [
      {
        type: 'paragraph',
        content: [
          { type: 'text', text: 'Near ', marks: [{ type: 'bold' }] },
          { type: 'text', text: 'the door' },
        ],
      },
    ],
  })
})

test('a device id and a MAC address that are taken are refused by name', async () => {
  const { data } = await create()
  const sameId = await create({ deviceId: data.deviceId })
  expect(sameId).toMatchObject({ status: 409, error: { code: 'DUPLICATE' } })
  expect(Object.keys(sameId.error.fields ?? {})).toEqual(['deviceId'])
  const sameMac = await create({ macAddress: data.macAddress.toLowerCase().replaceAll(':', '-') })
  expect(sameMac).toMatchObject({ status: 409, error: { code: 'DUPLICATE' } })
  expect(Object.keys(sameMac.error.fields ?? {})).toEqual(['macAddress'])
})

test('added twenty times at the same moment, a unit is there once', async () => {
  const body = form()
  const replies = await Promise.all(Array.from({ length: 20 }, () => manager(createDevice, { body })))
  expect(replies.map((reply) => reply.status).toSorted()).toEqual([200, ...Array.from({ length: 19 }, () => 409)])
  const mac = freshMac()
  const twins = await Promise.all(Array.from({ length: 10 }, () => create({ macAddress: mac })))
  expect(twins.filter((reply) => reply.status === 200)).toHaveLength(1)
  for (const reply of twins.filter((twin) => twin.status !== 200)) {
    expect([reply.status, Object.keys(reply.error.fields ?? {})]).toEqual([409, ['macAddress']])
  }
})
