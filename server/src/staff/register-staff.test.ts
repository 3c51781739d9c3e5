import { signIn } from '@hikmah/contract/sign-in/endpoints'
import { staff as contract } from '@hikmah/contract/staff'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { PASSWORD } from '../../test/given.ts'
import { startServer } from '../../test/start.ts'
import { staffCodes } from './table.ts'

const { given, as, call, callWith, clock, mailsTo, audited, db } = await startServer({
  AUTH_IP_PER_MIN: '100000',
})
const { registerStaff, verifyStaff, resendStaffCode, updateStaff, listStaff } = contract

let counter = 0
const newcomer = (more: object = {}) => {
  counter += 1
  return {
    name: { firstName: 'Idris', lastName: 'Bah' },
    userName: `idris.${counter}@hikmah.example`,
    role: [{ application: 'HIKMAH' as const, roles: 'hikmah_manager' as const }],
    access: 'active' as const,
    password: PASSWORD,
    ...more,
  }
}
const inviter = await given.staff('admin', { firstName: 'Omar', lastName: 'Siddiqui' })
const asAdmin = callWith(inviter.token)

const codeIn = (text: string) => /^ {4}(\d{6})$/m.exec(text)?.[1] ?? 'none'
const codeFor = async (userName: string) => codeIn((await mailsTo(userName, 'staff-code'))[0]?.text ?? '')
const other = (code: string, by = 1) => String((Number(code) + by) % 1_000_000).padStart(6, '0')
const signInAs = (userName: string) =>
  call(signIn.authenticateWithPassword, { body: { userName, password: PASSWORD, checked: false } })

async function registered(more: object = {}) {
  const { data, status } = await asAdmin(registerStaff, { body: newcomer(more) })
  expect(status).toBe(200)
  return { id: data._id, userName: data.userName, code: await codeFor(data.userName) }
}

test('a colleague is added unverified, mailed a code and a welcome that says who chose the password', async () => {
  const body = newcomer({ userName: ' Maryam.Noor@Hikmah.example' })
  const { data } = await asAdmin(registerStaff, { body })
  expect(data).toMatchObject({
    userName: 'maryam.noor@hikmah.example',
    name: { firstName: 'Idris', lastName: 'Bah' },
    role: [{ application: 'HIKMAH', roles: 'hikmah_manager' }],
    access: 'active',
    status: 'unverified',
    passwordSetByOther: true,
    version: 1,
    resendWaitS: 30,
  })
  const mails = await mailsTo(data.userName)
  expect(mails.map((mail) => mail.kind).sort()).toEqual(['staff-code', 'staff-welcome'])
  const welcome = mails.find((mail) => mail.kind === 'staff-welcome')!
  expect(welcome.text).toContain('Omar Siddiqui invited you')
  expect(welcome.text).toContain('chose your first password')
  for (const mail of mails) expect(mail.text + mail.html).not.toContain(PASSWORD)
  expect(await audited(data._id)).toEqual(['staff.invited'])
  expect((await signInAs(data.userName)).status).toBe(401)
  const kept = await db.select().from(staffCodes).where(eq(staffCodes.staffId, data._id))
  expect(JSON.stringify(kept)).not.toContain(await codeFor(data.userName))
})

test('the code that the colleague tells verifies them, and they sign in', async () => {
  const { id, userName, code } = await registered()
  const reply = await asAdmin(verifyStaff, { body: { code, userName } })
  expect(reply.status).toBe(200)
  expect(reply.data).toBeNull()
  expect(await audited(id)).toEqual(['staff.invited', 'staff.verified'])
  expect((await signInAs(userName)).status).toBe(200)
})

test('a wrong code, an unknown name and somebody verified already get the same answer', async () => {
  const { userName, code } = await registered()
  const known = await given.staff('manager')
  const replies = [
    await asAdmin(verifyStaff, { body: { code: other(code), userName } }),
    await asAdmin(verifyStaff, { body: { code, userName: 'nobody@hikmah.example' } }),
    await asAdmin(verifyStaff, { body: { code, userName: known.userName } }),
  ]
  for (const { status, error } of replies) {
    expect(status).toBe(401)
    const { requestId: _, ...said } = error
    expect(said).toEqual({
      code: 'OTP_INVALID',
      message: 'The code is wrong or has expired',
      fields: { code: 'The code is wrong or has expired' },
    })
  }
  expect((await asAdmin(verifyStaff, { body: { code, userName } })).status).toBe(200)
  expect((await asAdmin(verifyStaff, { body: { code, userName } })).error.code).toBe('OTP_INVALID')
})

test('five tries are all, known or not, also at once; a new code gives new ones', async () => {
  const { id, userName, code } = await registered()
  for (const name of [userName, 'ghost@hikmah.example']) {
    const guesses = Array.from({ length: 7 }, (_, i) => ({ body: { code: other(code, i + 1), userName: name } }))
    const replies = await Promise.all(guesses.map((guess) => asAdmin(verifyStaff, guess)))
    expect(replies.map((reply) => reply.status).sort()).toEqual([401, 401, 401, 401, 429, 429, 429])
    const late = await asAdmin(verifyStaff, { body: { code, userName: name } })
    expect(late.error).toMatchObject({ code: 'LOGIN_ATTEMPTS_EXCEEDED', message: 'Login Attempts Exceeded' })
  }
  clock.advance(31)
  expect((await asAdmin(resendStaffCode, { params: { id } })).data).toEqual({ resendWaitS: 30 })
  expect((await asAdmin(verifyStaff, { body: { code: await codeFor(userName), userName } })).status).toBe(200)
})

test('a code is dead after ten minutes', async () => {
  const { userName, code } = await registered()
  clock.advance(601)
  const reply = await callWith((await given.staff('admin')).token)(verifyStaff, { body: { code, userName } })
  expect(reply.error.code).toBe('OTP_INVALID')
})

test('a new code voids the former, waits its time and comes at most five times an hour', async () => {
  const { id, userName, code } = await registered()
  const resend = () => asAdmin(resendStaffCode, { params: { id } })
  const soon = await resend()
  expect(soon.status).toBe(429)
  expect(soon.error.message).toMatch(/^Wait \d+ seconds/)
  for (let i = 0; i < 4; i += 1) {
    clock.advance(31)
    expect((await resend()).status).toBe(200)
  }
  clock.advance(31)
  expect((await resend()).error.message).toMatch(/Too many codes/)
  const newest = await codeFor(userName)
  if (newest !== code) expect((await asAdmin(verifyStaff, { body: { code, userName } })).status).toBe(401)
  expect((await asAdmin(verifyStaff, { body: { code: newest, userName } })).status).toBe(200)
  clock.advance(3600)
  const done = await callWith((await given.staff('admin')).token)(resendStaffCode, { params: { id } })
  expect(done.error).toMatchObject({ code: 'CONFLICT', message: expect.stringMatching(/already verified/) })
})

test('an email address is taken once, also by many at once, and by one person only', async () => {
  const asOwner = await as('owner')
  const body = newcomer()
  const replies = await Promise.all(Array.from({ length: 8 }, () => asOwner(registerStaff, { body })))
  expect(replies.map((reply) => reply.status).sort()).toEqual([200, ...Array(7).fill(409)])
  const refused = replies.find((reply) => reply.status === 409)!
  expect(refused.error.code).toBe('DUPLICATE')
  expect(refused.error.fields).toHaveProperty('userName')
  expect(await mailsTo(body.userName)).toHaveLength(2)
  const again = await asOwner(registerStaff, { body: { ...body, userName: body.userName.toUpperCase() } })
  expect(again.status).toBe(409)
  const { data } = await asOwner(listStaff, { query: { q: body.userName } })
  expect(data).toHaveLength(1)
})

test('nobody is added without access; who loses it before the code is verified and still does not sign in', async () => {
  const asOwner = await as('owner')
  const refused = await asOwner(registerStaff, { body: newcomer({ access: 'revoked' }) })
  expect(refused).toMatchObject({
    status: 400,
    error: { fields: { access: 'Turn access on to add the team member' } },
  })
  const { data: added } = await asOwner(registerStaff, { body: newcomer() })
  const { _id: id, userName } = added
  const { data } = await asOwner(updateStaff, { params: { id }, body: { access: 'revoked' } })
  expect(data.status).toBe('revoked')
  expect((await asOwner(verifyStaff, { body: { code: await codeFor(userName), userName } })).status).toBe(200)
  expect((await signInAs(userName)).status).toBe(401)
})

test.each([
  ['role', { role: [{ application: 'HIKMAH', roles: 'hikmah_owner' }] }],
  ['role', { role: [] }],
  ['role', { role: [1, 2].map(() => ({ application: 'HIKMAH', roles: 'hikmah_admin' })) }],
  ['role', { role: [{ application: 'DEENFUND', roles: 'hikmah_admin' }] }],
  ['access', { access: '' }],
  ['access', { access: undefined }],
  ['userName', { userName: 'no mail' }],
  ['name', { name: { firstName: ' ', lastName: 'Bah' } }],
  ['password', { password: 'alllowercase1' }],
  ['password', { password: 'Password1' }],
  ['password', { password: 'Hikmah-2026' }],
  ['password', { password: 'Idris-Bah-1' }],
  ['password', { password: undefined }],
])('a wrong %s is named and nothing is kept: %j', async (field, more) => {
  const asOwner = await as('owner')
  const body = newcomer(more)
  const reply = await asOwner(registerStaff, { body })
  expect(reply.status).toBe(400)
  expect(Object.keys(reply.error.fields ?? {}).some((name) => name.startsWith(field))).toBe(true)
  expect(await mailsTo(String(body.userName))).toEqual([])
})

test('a manager adds and verifies nobody', async () => {
  const asManager = await as('manager')
  expect((await asManager(registerStaff, { body: newcomer() })).status).toBe(403)
  expect((await asManager(verifyStaff, { body: { code: '123456', userName: 'a@b.example' } })).status).toBe(403)
})

test('the name of who invites is set apart where it is written from right to left', async () => {
  const omar = await given.staff('admin', { firstName: 'عمر', lastName: 'Omar' })
  const { data } = await callWith(omar.token)(registerStaff, { body: newcomer() })
  for (const kind of ['staff-code', 'staff-welcome']) {
    const [mail] = await mailsTo(data.userName, kind)
    expect(mail!.text).toContain('\u2068عمر Omar\u2069 ')
    expect(mail!.html).toContain('<bdi>عمر Omar</bdi> ')
    expect(mail!.text.replaceAll('\u2068عمر Omar\u2069', '')).not.toContain('عمر')
  }
})
