import { acceptInvite } from '@hikmah/contract/accept-invite'
import { apiUrl } from '@hikmah/contract/endpoint'
import { type NoticeTopic, profile } from '@hikmah/contract/profile/endpoints'
import { signIn as signInCalls } from '@hikmah/contract/sign-in/endpoints'
import { taxVerification } from '@hikmah/contract/tax-verification/endpoints'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { PASSWORD } from '../../test/given.ts'
import { startServer } from '../../test/start.ts'
import { staff } from '../accounts/table.ts'
import { systemActor } from '../kit/auth/actor.ts'
import { digestCutOff, notifyStaff } from './notify-staff.ts'
import { sendDigests } from './routes.ts'
import { staffNotices } from './table.ts'

const { given, call, callWith, clock, mailsTo, audited, db, house } = await startServer()
const { readPreferences, updatePreferences } = profile

type Role = Parameters<typeof given.staff>[0]
async function someone(role: Role, choices: Partial<Record<NoticeTopic, 'each' | 'daily' | 'off'>> = {}) {
  const person = await given.staff(role)
  const caller = callWith(person.token)
  if (Object.keys(choices).length > 0) await caller(updatePreferences, { body: choices })
  return { ...person, caller, mails: (kind: string) => mailsTo(person.userName, kind) }
}
const happens = (topic: NoticeTopic, line: string) =>
  house.change(systemActor('Test'), (tx) =>
    notifyStaff(house, tx, topic, { subject: `About ${line}`, line, path: `/go/${line}` }),
  )
/** To the next six in the morning, UTC, and a minute more. */
const toNextMorning = () => {
  const next = digestCutOff(clock.now(), 'UTC').getTime() + 86_400_000
  clock.advance((next - clock.now().getTime()) / 1000 + 60)
}

test('every topic is daily until one chooses; what is not sent stays', async () => {
  const { id, caller } = await someone('manager')
  expect((await caller(readPreferences, {})).data).toEqual({
    'tax-papers': 'daily',
    'irs-changes': 'daily',
    'against-record': 'daily',
    disputes: 'daily',
    'failed-renewals': 'daily',
    'payment-methods': 'daily',
    'demo-requests': 'daily',
    'contact-inquiries': 'daily',
    'accepted-invites': 'daily',
  })
  const saved = await caller(updatePreferences, { body: { 'demo-requests': 'each' } })
  expect(saved.data).toMatchObject({ 'demo-requests': 'each', 'contact-inquiries': 'daily' })
  await caller(updatePreferences, { body: { 'contact-inquiries': 'off', 'demo-requests': 'off' } })
  expect((await caller(readPreferences, {})).data).toEqual({
    'tax-papers': 'daily',
    'irs-changes': 'daily',
    'against-record': 'daily',
    disputes: 'daily',
    'failed-renewals': 'daily',
    'payment-methods': 'daily',
    'demo-requests': 'off',
    'contact-inquiries': 'off',
    'accepted-invites': 'daily',
  })
  await caller(updatePreferences, { body: { 'demo-requests': 'off' } })
  await caller(updatePreferences, { body: {} })
  expect(await audited(id)).toEqual(['staff.preferences-updated', 'staff.preferences-updated'])
  expect((await (await someone('manager')).caller(readPreferences, {})).data['demo-requests']).toBe('daily')
})

test.each([
  [{ 'tax-papers': 'often' }, 'tax-papers'],
  [{ weather: 'daily' }, 'weather'],
  [{ 'tax-papers': null }, 'tax-papers'],
  [[], 'body'],
])('another choice or topic is refused by name: %j', async (body, field) => {
  const { caller } = await someone('manager')
  const { status, error } = await caller(updatePreferences, { body } as never)
  expect([status, Object.keys(error.fields ?? {})]).toEqual([400, [field]])
})

test('each: a letter at once, in the transaction of what happened, and never for nothing', async () => {
  const { mails } = await someone('manager', { 'demo-requests': 'each' })
  await happens('demo-requests', 'a-new-demo')
  const [mail] = await mails('notice')
  expect(mail?.subject).toBe('About a-new-demo')
  expect(mail?.text).toContain('http://127.0.0.1:4000/go/a-new-demo')
  const failed = house.change(systemActor('Test'), async (tx) => {
    await notifyStaff(house, tx, 'demo-requests', { subject: 'Never', line: 'Never', path: '/' })
    throw new Error('undone')
  })
  await expect(failed).rejects.toThrow('undone')
  expect(await mails('notice')).toHaveLength(1)
})

test('only active staff whose role may act on it are told', async () => {
  const manager = await someone('manager', { 'tax-papers': 'each', 'demo-requests': 'each' })
  const admin = await someone('admin', { 'tax-papers': 'each' })
  const off = await someone('admin', { 'tax-papers': 'off' })
  const revoked = await someone('admin', { 'tax-papers': 'each' })
  await db.update(staff).set({ access: 'revoked' }).where(eq(staff.id, revoked.id))
  const unverified = await someone('owner', { 'tax-papers': 'each' })
  await db.update(staff).set({ verifiedAt: null }).where(eq(staff.id, unverified.id))
  await happens('tax-papers', 'papers')
  expect(await admin.mails('notice')).toHaveLength(1)
  for (const person of [manager, off, revoked, unverified]) expect(await person.mails('notice')).toEqual([])
})

test('daily: one letter after six in the morning with everything since the last, and once', async () => {
  const { mails } = await someone('admin')
  await happens('demo-requests', 'first-demo')
  await happens('tax-papers', 'first-papers')
  await happens('demo-requests', 'second-demo')
  await sendDigests(house)
  expect(await mails('digest'), 'not before the morning').toEqual([])

  toNextMorning()
  await happens('demo-requests', 'after-six')
  await sendDigests(house)
  const [letter, ...others] = await mails('digest')
  expect(others).toEqual([])
  expect(letter?.subject).toBe('3 notifications from the Hikmah Console')
  expect(letter?.text).toContain('New demo requests:')
  expect(letter?.text).toContain('http://127.0.0.1:4000/go/first-papers')
  expect(letter?.text.indexOf('first-demo')).toBeLessThan(letter!.text.indexOf('second-demo'))
  expect(letter?.text).not.toContain('after-six')

  clock.advance(3600)
  await sendDigests(house)
  expect(await mails('digest')).toHaveLength(1)
  toNextMorning()
  await sendDigests(house)
  const [next] = await mails('digest')
  expect(next?.subject).toBe('1 notification from the Hikmah Console')
  expect(next?.text).toContain('after-six')
  toNextMorning()
  await sendDigests(house)
  expect(await mails('digest'), 'nothing happened, nothing is mailed').toHaveLength(2)
})

test('a morning that was slept through is made up for, by several processes at once, once', async () => {
  const { mails } = await someone('admin')
  await happens('accepted-invites', 'long-ago')
  toNextMorning()
  clock.advance(3 * 86_400)
  await Promise.all([sendDigests(house), sendDigests(house), sendDigests(house)])
  expect(await mails('digest')).toHaveLength(1)
})

test('what was turned off, or is no business of theirs any more, does not come with the daily letter', async () => {
  const quiet = await someone('admin')
  const demoted = await someone('admin')
  const gone = await someone('admin')
  await happens('tax-papers', 'papers')
  await quiet.caller(updatePreferences, { body: { 'tax-papers': 'off' } })
  await db.update(staff).set({ role: 'hikmah_manager' }).where(eq(staff.id, demoted.id))
  await db.update(staff).set({ access: 'revoked' }).where(eq(staff.id, gone.id))
  toNextMorning()
  await sendDigests(house)
  for (const person of [quiet, demoted, gone]) expect(await person.mails('digest')).toEqual([])
})

test('staff hear of submitted tax papers and of accepted invites', async () => {
  const admin = await someone('admin', { 'tax-papers': 'each', 'accepted-invites': 'each' })
  const invite = await given.invite({ orgName: 'Masjid al-Huda' })
  const accepted = await call(acceptInvite.acceptInvite, {
    body: { code: invite.code, email: invite.orgEmail, password: PASSWORD, agreements: ['agreement', 'terms'] },
  })
  expect(accepted.status).toBe(200)
  const [first] = await admin.mails('notice')
  expect(first?.subject).toBe('Masjid al-Huda accepted the invite')
  expect(first?.text).toContain(`/organization-detail-${accepted.data.orgId}`)

  const reply = await callWith(accepted.data.token)(taxVerification.submitTaxPapers, {
    params: { orgId: accepted.data.orgId },
    body: { taxIdEin: '84-0917362', taxExempt: false, documents: [] },
  })
  expect(reply.status).toBe(200)
  const [second] = await admin.mails('notice')
  expect(second?.subject).toBe('Tax documents of Masjid al-Huda')
  expect(second?.text).toContain(`/varify-ein/${accepted.data.orgId}`)
})

test.each([
  ['', '2026-03-01T05:59:59.999Z', '2026-02-28T06:00:00.000Z'],
  ['UTC', '2026-03-01T06:00:00.000Z', '2026-03-01T06:00:00.000Z'],
  ['UTC', '2026-03-01T23:59:00.000Z', '2026-03-01T06:00:00.000Z'],
  ['America/Chicago', '2026-03-01T11:59:59.999Z', '2026-02-28T12:00:00.000Z'],
  ['America/Chicago', '2026-03-01T12:00:00.000Z', '2026-03-01T12:00:00.000Z'],
  // In the night before these mornings the clocks there are changed.
  ['America/Chicago', '2026-03-08T11:00:00.000Z', '2026-03-08T11:00:00.000Z'],
  ['America/Chicago', '2026-03-08T10:59:59.999Z', '2026-03-07T12:00:00.000Z'],
  ['America/Chicago', '2026-11-01T11:59:00.000Z', '2026-10-31T11:00:00.000Z'],
  ['America/Chicago', '2026-11-01T12:00:00.000Z', '2026-11-01T12:00:00.000Z'],
  ['Asia/Kathmandu', '2026-03-01T00:15:00.000Z', '2026-03-01T00:15:00.000Z'],
  ['Asia/Kathmandu', '2026-03-01T00:14:59.999Z', '2026-02-28T00:15:00.000Z'],
  ['Pacific/Kiritimati', '2026-02-28T16:00:00.000Z', '2026-02-28T16:00:00.000Z'],
  ['Pacific/Pago_Pago', '2026-03-01T16:59:00.000Z', '2026-02-28T17:00:00.000Z'],
])('in %s at %s the daily letter takes what came before %s', (zone, now, cutOff) => {
  expect(digestCutOff(new Date(now), zone).toISOString()).toBe(cutOff)
})

test('the daily letter comes in the morning of where its reader last signed in', async () => {
  const { house, db, clock, given, call, mailsTo, app } = await startServer()
  const signIn = async (timeZone: string | undefined) => {
    const person = await given.staff('admin')
    const { userName } = person
    const { data } = await call(signInCalls.authenticateWithPassword, {
      body: { userName, password: PASSWORD, checked: true },
    })
    const [mail] = await mailsTo(userName, 'sign-in-code')
    const code = /\d{6}/.exec(mail!.text)![0]
    const answer = await app.inject({
      method: 'POST',
      url: apiUrl(signInCalls.authenticate, {}),
      payload: { userName, password: data.token, code, timeZone },
    })
    expect(answer.statusCode).toBe(200)
    const remembered = async (zone: string) => {
      const again = await app.inject({
        method: 'POST',
        url: apiUrl(signInCalls.authenticateWithRememberMe, {}),
        headers: { cookie: String(answer.headers['set-cookie']).split(';')[0]! },
        payload: { userName, timeZone: zone },
      })
      expect(again.statusCode).toBe(200)
    }
    return { ...person, remembered, digests: async () => (await mailsTo(userName, 'digest')).length }
  }
  const [chicago, unknown, silent] = [
    await signIn('America/Chicago'),
    await signIn('Mars/Base'),
    await signIn(undefined),
  ]
  const moved = await signIn('America/Chicago')
  await moved.remembered('Asia/Kolkata')
  const everybody = [moved, unknown, silent, chicago]
  await house.change(systemActor('Test'), (tx) =>
    notifyStaff(house, tx, 'demo-requests', { subject: 'New', line: 'New', path: '/' }),
  )
  const [notice] = await db.select().from(staffNotices).limit(1)
  const digestsFrom = async (zone: string) => {
    const morning = digestCutOff(new Date(notice!.createdAt.getTime() + 86_400_000), zone)
    clock.advance((morning.getTime() - clock.now().getTime()) / 1000 + 1)
    await sendDigests(house)
    return Promise.all(everybody.map(({ digests }) => digests()))
  }
  const mornings = ['Asia/Kolkata', 'UTC', 'America/Chicago']
    .map((zone) => ({ zone, at: digestCutOff(new Date(notice!.createdAt.getTime() + 86_400_000), zone) }))
    .sort((a, b) => a.at.getTime() - b.at.getTime())
  const readersIn: Record<string, number[]> = { 'Asia/Kolkata': [0], UTC: [1, 2], 'America/Chicago': [3] }
  const expected = everybody.map(() => 0)
  for (const { zone } of mornings) {
    for (const reader of readersIn[zone]!) expected[reader] = 1
    expect(await digestsFrom(zone), zone).toEqual(expected)
  }
})
