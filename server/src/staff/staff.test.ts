import { staff as contract } from '@hikmah/contract/staff'
import { like } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { startServer } from '../../test/start.ts'
import { staff } from '../accounts/table.ts'
import { systemActor } from '../kit/auth/actor.ts'
import { countFailure } from '../sign-in/lockout.ts'

const { given, as, call, callWith, house, clock } = await startServer()
const { listStaff, readStaff } = contract

const address = { line1: '4100 Peralta Blvd', city: 'Fremont', state: 'CA', postalCode: '94536' }
const owner = await given.staff('owner', { firstName: 'Zaynab', lastName: 'Osman' })
const admin = await given.staff('admin', { firstName: 'Bilal', lastName: 'Diallo', phone: '+15105550142', address })
const manager = await given.staff('manager', { firstName: 'Aisha', lastName: 'Karimi' })
const revoked = await given.staff('manager', { firstName: 'Hamza', lastName: 'Begum', access: 'revoked' })
const fresh = await given.staff('admin', { firstName: 'Safiya', lastName: 'Yilmaz', verifiedAt: null })
const asOwner = callWith(owner.token)
const asManager = callWith(manager.token)

const names = async (query: object) =>
  (await asOwner(listStaff, { query })).data.map((member) => member.name.firstName).join(' ')

test('without parameters the whole team is answered, owners first and then by name', async () => {
  const { data, meta } = await asOwner(listStaff, { query: {} })
  expect(data.map((member) => member.name.firstName)).toEqual(['Zaynab', 'Aisha', 'Bilal', 'Hamza', 'Safiya'])
  expect(meta).toBeUndefined()
  expect(data[2]).toEqual({
    _id: admin.id,
    userName: admin.userName,
    name: { firstName: 'Bilal', lastName: 'Diallo' },
    role: [{ application: 'HIKMAH', roles: 'hikmah_admin' }],
    access: 'active',
    status: 'active',
    imageDetails: { image: '' },
    phoneNo: '+15105550142',
    address: { ...address, line2: '', country: '' },
    passwordSetByOther: false,
    locked: false,
    createdAt: expect.any(String),
    version: 1,
  })
})

test('a page has its counts, and is searched, filtered and sorted', async () => {
  const { data, meta } = await asOwner(listStaff, { query: { page: 1, limit: 2 } })
  expect(data.map((member) => member.name.firstName)).toEqual(['Zaynab', 'Aisha'])
  expect(meta).toEqual({
    total: 5,
    page: 1,
    limit: 2,
    counts: { all: 5, active: 3, revoked: 1, unverified: 1 },
    whole: 5,
  })
  expect(await names({ page: 3, limit: 2 })).toBe('Safiya')
  expect(await names({ status: 'revoked' })).toBe('Hamza')
  expect(await names({ status: 'unverified' })).toBe('Safiya')
  expect(await names({ sort: '-name' })).toBe('Zaynab Safiya Hamza Bilal Aisha')
  expect(await names({ sort: 'role' })).toBe('Zaynab Bilal Safiya Aisha Hamza')
  expect(await names({ sort: '-createdAt', limit: 1 })).toBe('Safiya')
  expect(await names({ sort: 'userName', q: 'hikmah.example' })).toBe('Bilal Safiya Aisha Hamza Zaynab')
  expect(await names({ q: 'karim' })).toBe('Aisha')
  expect((await asOwner(listStaff, { query: { q: 'nobody', page: 1 } })).meta.total).toBe(0)
  expect((await asOwner(listStaff, { query: { q: 'bil' } })).meta.total).toBe(1)
})

test('the counts follow every change of access and verification', async () => {
  const countsNow = async () => (await asOwner(listStaff, { query: { limit: 1 } })).meta.counts
  const before = await countsNow()
  await house.change(systemActor('Test'), async (tx) => {
    const many = ['a', 'b'].map((letter) => ({
      id: crypto.randomUUID(),
      userName: `${letter}@count.example`,
      firstName: letter,
      lastName: '',
      passwordHash: '',
      role: 'hikmah_manager' as const,
      createdAt: tx.at,
    }))
    await tx.insert(staff).values(many)
  })
  expect(await countsNow()).toEqual({ ...before, all: before.all! + 2, unverified: before.unverified! + 2 })
  const mine = like(staff.userName, '%@count.example')
  await house.db.update(staff).set({ access: 'revoked' }).where(mine)
  expect(await countsNow()).toEqual({ ...before, all: before.all! + 2, revoked: before.revoked! + 2 })
  await house.db.delete(staff).where(mine)
  expect(await countsNow()).toEqual(before)
})

test('a manager sees the team without phones and addresses', async () => {
  const one = await asManager(readStaff, { params: { id: admin.id } })
  expect(one.data.phoneNo).toBe('')
  expect(Object.values(one.data.address).join('')).toBe('')
  const { text } = await asManager(listStaff, { query: {} })
  expect(text).not.toContain('Peralta')
  expect(text).not.toContain('5550142')
  expect(one.data.userName).toBe(admin.userName)
})

test('nobody ever sees a password or its hash', async () => {
  for (const reply of [
    await asOwner(listStaff, { query: {} }),
    await asOwner(readStaff, { params: { id: fresh.id } }),
  ]) {
    expect(reply.text).not.toMatch(/argon2|hash/i)
  }
})

test('a member is locked while a network is locked out for the name or the name is stopped, and not longer', async () => {
  const lockedIn = async (by: typeof asOwner) =>
    (await by(listStaff, { query: { page: 1 } })).data.filter((member) => member.locked).map((member) => member._id)
  const lockedNow = async (id: string) => (await asOwner(readStaff, { params: { id } })).data.locked
  for (let i = 0; i < 4; i += 1) await countFailure(house, admin.userName, '198.51.100.7')
  expect(await lockedNow(admin.id)).toBe(false)
  await countFailure(house, admin.userName, '198.51.100.7')
  expect(await lockedNow(admin.id)).toBe(true)
  expect(await lockedNow(manager.id)).toBe(false)
  expect(await lockedIn(asOwner)).toEqual([admin.id])
  clock.advance(901)
  const again = callWith((await given.staff('owner')).token)
  expect((await again(readStaff, { params: { id: admin.id } })).data.locked).toBe(false)
  expect(await lockedIn(again)).toEqual([])

  for (let i = 0; i < 50; i += 1) await countFailure(house, revoked.userName, `198.51.${i}.1`)
  expect((await again(readStaff, { params: { id: revoked.id } })).data.locked).toBe(true)
})

test('a name made up with the network in it locks nobody else', async () => {
  const victim = await given.staff('admin')
  for (let i = 0; i < 60; i += 1) await countFailure(house, `${victim.userName}|198.51.100.0/24`, '203.0.113.9')
  const reader = await as('owner')
  expect((await reader(readStaff, { params: { id: victim.id } })).data.locked).toBe(false)
})

test('somebody unknown is 404, a wrong parameter is named, and a stranger sees nothing', async () => {
  const reader = await as('admin')
  expect((await reader(readStaff, { params: { id: crypto.randomUUID() } })).status).toBe(404)
  for (const [field, query] of [
    ['status', { status: 'blocked' }],
    ['sort', { sort: 'password' }],
    ['limit', { limit: 101 }],
  ] as const) {
    const reply = await reader(listStaff, { query })
    expect(reply.status).toBe(400)
    expect(reply.error.fields).toHaveProperty(field)
  }
  expect((await call(listStaff, { query: {} })).status).toBe(401)
})
