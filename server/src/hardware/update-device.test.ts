import { hardware as endpoints } from '@hikmah/contract/hardware/endpoints'
import { DEVICE_DELETED, DEVICE_UPDATED } from '@hikmah/contract/hardware/schemas'
import { media as mediaEndpoints } from '@hikmah/contract/media'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { startInventory } from '../../test/device-form.ts'
import { auditEntries } from '../kit/audit/audit.ts'
import { newId } from '../kit/db/ids.ts'

const { deleteDevice, readDevice } = endpoints
const { given, db, audited, manager, admin, givenImage, imageUrl, create, update, read } = await startInventory()

test('the fields that were sent are saved, the others stay, and the trail says what changed', async () => {
  const { data: before } = await create({ name: 'Lobby' })
  const other = await givenImage()
  const { _id, deviceId, appStream, macAddress } = before
  const reply = await update(_id, {
    _id,
    deviceId,
    appStream,
    macAddress: macAddress.toLowerCase(),
    price: 650,
    details: 'Moved',
    imageMetaData: { imageUrl: other, imageName: 'new.png', imageSize: 0 },
    version: 1,
  })
  expect([reply.status, reply.message]).toEqual([200, DEVICE_UPDATED])
  expect(reply.data).toMatchObject({ price: 650, details: 'Moved', name: 'Lobby', status: 'Available', version: 2 })
  const entries = await db.select().from(auditEntries).where(eq(auditEntries.entityId, _id)).orderBy(auditEntries.seq)
  expect(entries.at(-1)).toMatchObject({
    action: 'device.updated',
    entityName: deviceId,
    changes: {
      price: { before: 499, after: 650 },
      details: { before: 'Lobby unit', after: 'Moved' },
      'imageMetaData.imageUrl': { before: imageUrl, after: other },
      'imageMetaData.imageName': { before: 'kiosk.png', after: 'new.png' },
    },
  })
  expect((await update(_id, { price: 650 })).data.version, 'the same again is no change').toBe(2)
  expect(await audited(_id)).toEqual(['device.created', 'device.updated'])
})

test.each<[string, object, string]>([
  ['the device id', { deviceId: 'DK00000000000' }, 'deviceId'],
  ['the app stream', { appStream: 'DEENSCREEN' }, 'appStream'],
  ['the MAC address', { macAddress: '00:00:00:00:00:01' }, 'macAddress'],
  ['the MAC address to none', { macAddress: '' }, 'macAddress'],
  ['the id', { _id: newId() }, '_id'],
  ['the price to 0', { price: 0 }, 'price'],
  ['the image to none', { imageMetaData: { imageUrl: '' } }, 'imageMetaData.imageUrl'],
  ['the status to Pending', { status: 'Pending' }, 'status'],
])('an edit of %s is refused and leaves the device as it was', async (_, body, field) => {
  const { data: before } = await create()
  const { status, error } = await update(before._id, { price: 777, ...body })
  expect([status, Object.keys(error.fields ?? {})]).toEqual([400, [field]])
  const { deviceKey: _key, ...device } = before
  expect(await read(before._id)).toEqual(device)
})

test('a stale version is refused with the device as it is; of fifty edits of one version one wins', async () => {
  const { data } = await create()
  await update(data._id, { price: 500, version: 1 })
  const stale = await update(data._id, { price: 600, version: 1 })
  expect(stale).toMatchObject({ status: 409, error: { code: 'CONFLICT', current: { price: 500, version: 2 } } })
  const edits = Array.from({ length: 50 }, (_, i) => update(data._id, { price: 1000 + i, version: 2 }))
  const replies = await Promise.all(edits)
  expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1)
  expect((await read(data._id)).version).toBe(3)
})

test('Locked and Lost are set and lifted by owner and admin alone', async () => {
  const { data } = await create()
  for (const status of ['Locked', 'Lost'] as const) {
    const refused = await update(data._id, { status })
    expect(refused).toMatchObject({ status: 403, error: { code: 'FORBIDDEN' } })
    expect(refused.error.message).toContain('Locked and Lost')
    expect((await update(data._id, { status }, admin)).data.status).toBe(status)
    expect((await update(data._id, { status: 'Available' })).status).toBe(403)
    expect((await update(data._id, { status, price: 510 })).status, 'other fields may be edited').toBe(200)
    expect((await update(data._id, { status: 'Available' }, admin)).status).toBe(200)
  }
  expect((await create({ status: 'Lost' })).status).toBe(403)
  expect((await create({ status: 'Lost' }, admin)).status).toBe(200)
  expect((await update(data._id, { status: 'Shipped' })).data.status).toBe('Shipped')
})

test('a unit that is Pending may stay so', async () => {
  const { id } = await given.device({ status: 'Pending' })
  expect((await update(id, { status: 'Pending', price: 5 })).data).toMatchObject({ status: 'Pending', price: 5 })
  expect((await update(id, { status: 'Active' })).data.status).toBe('Active')
  expect((await update(id, { status: 'Pending' })).status).toBe(400)
})

test('a deleted unit is gone, and frees its MAC address and image but not its id', async () => {
  const own = await givenImage()
  const { data } = await create({ imageMetaData: { imageUrl: own } })
  const params = { id: data._id }
  const mediaId = own.split('/')[3]!
  const usage = [{ entity: 'device', id: data._id, name: data.deviceId }]
  expect((await admin(mediaEndpoints.readMediaUsage, { params: { id: mediaId } })).data).toEqual(usage)
  const used = await admin(mediaEndpoints.deleteMedia, { params: { id: mediaId } })
  expect(used).toMatchObject({ status: 409, error: { current: usage } })

  const reply = await admin(deleteDevice, { params })

  expect([reply.status, reply.message, reply.data]).toEqual([200, DEVICE_DELETED, null])
  expect(await audited(data._id)).toEqual(['device.created', 'device.deleted'])
  expect((await admin(readDevice, { params })).status).toBe(404)
  expect((await update(data._id, { price: 1 })).status).toBe(404)
  expect((await admin(deleteDevice, { params })).status).toBe(404)
  expect((await create({ macAddress: data.macAddress })).status).toBe(200)
  const again = await create({ deviceId: data.deviceId })
  expect([again.status, Object.keys(again.error.fields ?? {})]).toEqual([409, ['deviceId']])
  expect((await admin(mediaEndpoints.deleteMedia, { params: { id: mediaId } })).status).toBe(200)
})

test('an assigned unit is not deleted, and a manager deletes none', async () => {
  const { id: organizationId, name } = await given.organization()
  const { id } = await given.device({ organizationId })
  const refused = await admin(deleteDevice, { params: { id } })
  expect(refused).toMatchObject({ status: 409, error: { code: 'CONFLICT', current: { _id: id } } })
  expect(refused.error.message).toContain(name)
  expect((await manager(deleteDevice, { params: { id: (await given.device()).id } })).status).toBe(403)
})
