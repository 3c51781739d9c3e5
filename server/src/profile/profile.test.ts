import { media as mediaContract } from '@hikmah/contract/media'
import { profile } from '@hikmah/contract/profile/endpoints'
import { signIn } from '@hikmah/contract/sign-in/endpoints'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { startServer } from '../../test/start.ts'
import { auditEntries } from '../kit/audit/audit.ts'
import { newId } from '../kit/db/ids.ts'
import { media } from '../media/table.ts'

const { given, as, callWith, db, audited } = await startServer()
const { updateProfile } = profile
const { getCurrentUser } = signIn

async function anImage() {
  const id = newId()
  await db.insert(media).values({
    id,
    kind: 'image',
    name: 'face.png',
    contentType: 'image/png',
    size: 10,
    width: 1,
    height: 1,
    sha256: id,
    createdAt: new Date(),
  })
  return { id, url: `/api/media/${id}/file` }
}

async function someone(role: 'owner' | 'admin' | 'manager' = 'manager') {
  const person = await given.staff(role, { firstName: 'Fatima', lastName: 'Noor' })
  const caller = callWith(person.token)
  return {
    ...person,
    caller,
    edit: (body: object, id = person.id) => caller(updateProfile, { params: { id }, body }),
    me: async () => (await caller(getCurrentUser, {})).data,
  }
}

test('everybody edits their own profile, with an entry of what was and is', async () => {
  const { id, edit, me } = await someone()
  const image = await anImage()
  const reply = await edit({
    name: { firstName: 'Fatima', lastName: 'Al Amin' },
    phoneNo: '(510) 555-0142',
    address: {
      line1: '39 Walnut Ave',
      city: 'Albany',
      state: 'new york',
      postalCode: '12207',
      country: 'United States',
    },
    imageDetails: { image: image.url },
  })
  expect(reply.status).toBe(200)
  expect(reply.message).toBe('Profile Updated Successfully!')
  expect(reply.data).toMatchObject({
    _id: id,
    name: { firstName: 'Fatima', lastName: 'Al Amin' },
    phoneNo: '+15105550142',
    address: { line1: '39 Walnut Ave', line2: '', city: 'Albany', state: 'NY', postalCode: '12207' },
    imageDetails: { image: image.url },
  })
  expect(await me()).toEqual(reply.data)
  const [entry] = await db.select().from(auditEntries).where(eq(auditEntries.entityId, id))
  expect(entry?.action).toBe('staff.profile-updated')
  expect(entry?.changes).toMatchObject({
    'name.lastName': { before: 'Noor', after: 'Al Amin' },
    'address.postalCode': { before: '', after: '12207' },
    phoneNo: { before: '', after: '+15105550142' },
    'imageDetails.image': { before: '', after: image.url },
  })
  expect(entry?.changes).not.toHaveProperty('name.firstName')
})

test('what is not sent stays, what is sent empty is emptied', async () => {
  const { edit, me } = await someone()
  await edit({ phoneNo: '5105550142', address: { line1: '39 Walnut Ave', city: 'Fremont' } })
  await edit({ address: { city: 'Albany' } })
  expect(await me()).toMatchObject({
    phoneNo: '+15105550142',
    address: { line1: '39 Walnut Ave', city: 'Albany' },
    name: { firstName: 'Fatima', lastName: 'Noor' },
  })
  await edit({ phoneNo: '', address: { line1: '' } })
  expect(await me()).toMatchObject({ phoneNo: '', address: { line1: '', city: 'Albany' } })
})

test('who saves over a newer profile is shown it, and nothing is overwritten', async () => {
  const { edit, me } = await someone()
  const { version } = await me()
  await edit({ phoneNo: '5105550142', version })
  const late = await edit({ phoneNo: '', address: { city: 'Albany' }, version })
  expect([late.status, late.error.code]).toEqual([409, 'CONFLICT'])
  expect(late.error.current).toEqual(await me())
  expect(await me()).toMatchObject({ phoneNo: '+15105550142', address: { city: '' }, version: version + 1 })
})

test('saving what is so already writes nothing down', async () => {
  const { id, edit, me } = await someone()
  const { name, phoneNo, address, imageDetails } = await me()
  const reply = await edit({ name, phoneNo, address, imageDetails })
  expect([reply.status, reply.message]).toEqual([200, 'Profile Updated Successfully!'])
  expect((await edit({})).status).toBe(200)
  expect(await audited(id)).toEqual([])
})

test('role, access, email and permissions sent along are ignored', async () => {
  const { id, userName, edit, me } = await someone()
  const before = await me()
  const reply = await edit({
    _id: id,
    role: [{ application: 'HIKMAH', roles: 'hikmah_owner' }],
    access: 'revoked',
    userName: 'else@hikmah.example',
    permissions: ['staff.update'],
    passwordHash: 'x',
    phoneNo: '',
  })
  expect(reply.status).toBe(200)
  expect(await me()).toEqual(before)
  expect(reply.data.userName).toBe(userName)
})

test('an owner edits the profile of others but of no other owner; nobody else does', async () => {
  const owner = await someone('owner')
  const admin = await someone('admin')
  const manager = await someone('manager')
  const name = { name: { firstName: 'Maryam', lastName: 'Bah' } }
  expect((await owner.edit(name, manager.id)).status).toBe(200)
  expect((await manager.me()).name).toEqual(name.name)
  expect((await owner.edit(name, (await someone('owner')).id)).error.message).toMatch(/another owner/)
  for (const [caller, id] of [
    [admin, manager.id],
    [manager, admin.id],
    [admin, owner.id],
  ] as const) {
    const reply = await caller.edit(name, id)
    expect(reply.status).toBe(403)
    expect(reply.error.message).toBe('You can only edit your own profile')
  }
  expect((await admin.me()).name.firstName).toBe('Fatima')
  expect((await owner.edit(name, crypto.randomUUID())).status).toBe(404)
})

test('an image in use is not deleted, and says by whom', async () => {
  const { id, edit } = await someone()
  const image = await anImage()
  const admin = await as('admin')
  const params = { id: image.id }
  expect((await admin(mediaContract.readMediaUsage, { params })).data).toEqual([])
  await edit({ imageDetails: { image: image.url } })
  expect((await admin(mediaContract.readMediaUsage, { params })).data).toEqual([
    { entity: 'staff', id, name: 'Fatima Noor' },
  ])
  const refused = await admin(mediaContract.deleteMedia, { params })
  expect(refused.status).toBe(409)
  expect(refused.error.message).toBe('This image is used by Fatima Noor')
  await edit({ imageDetails: { image: '' } })
  expect((await admin(mediaContract.deleteMedia, { params })).status).toBe(200)
})

test('a first name that is sent alone leaves the last name as it is', async () => {
  const { edit, me } = await someone()
  expect((await edit({ name: { firstName: 'Maryam' } })).status).toBe(200)
  expect((await me()).name).toEqual({ firstName: 'Maryam', lastName: 'Noor' })
})

test.each([
  ['_id', { _id: '00000000-0000-4000-8000-000000000000' }],
  ['name.firstName', { name: { firstName: '', lastName: 'x' } }],
  ['name.firstName', { name: { firstName: 'x'.repeat(51) } }],
  ['phoneNo', { phoneNo: '12' }],
  ['address.city', { address: { city: 'a\u202eb' } }],
  ['address.postalCode', { address: { postalCode: '12345678901' } }],
  ['imageDetails.image', { imageDetails: { image: 'https://evil.example/x.png' } }],
  ['imageDetails.image', { imageDetails: { image: 'javascript:alert(1)' } }],
  ['imageDetails.image', { imageDetails: { image: '/api/media/00000000-0000-4000-8000-000000000000/file' } }],
  ['imageDetails.image', { imageDetails: { image: `/api/media/${'-'.repeat(36)}/file` } }],
])('a wrong %s is named and nothing is saved: %j', async (field, more) => {
  const { id, edit, me } = await someone()
  const before = await me()
  const reply = await edit({ phoneNo: '5105550142', ...more })
  expect(reply.status).toBe(400)
  expect(reply.error.fields).toHaveProperty([field])
  expect(await me()).toEqual(before)
  expect(await audited(id)).toEqual([])
})

test('a state that is none is refused, and one from abroad is taken with its country', async () => {
  const admin = await as('admin')
  const me = (await admin(signIn.getCurrentUser, {})).data
  const move = (address: object) => admin(updateProfile, { params: { id: me._id }, body: { address } })
  expect((await move({ state: 'Narnia' })).error.fields).toHaveProperty(['address.state'])
  expect((await move({ state: 'Ontario', country: 'Canada' })).status).toBe(200)
})
