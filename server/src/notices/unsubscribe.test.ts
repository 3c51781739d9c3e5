import { apiUrl } from '@hikmah/contract/endpoint'
import { invites } from '@hikmah/contract/invites/endpoints'
import { type NoticeTopic, profile } from '@hikmah/contract/profile/endpoints'
import { signIn } from '@hikmah/contract/sign-in/endpoints'
import { unsubscribe } from '@hikmah/contract/unsubscribe'
import { expect, test } from 'vitest'
import { freePort } from '../../test/cluster.ts'
import { PASSWORD } from '../../test/given.ts'
import { mailServer } from '../../test/mail-server.ts'
import { startServer } from '../../test/start.ts'
import { systemActor } from '../kit/auth/actor.ts'
import { notifyStaff } from './notify-staff.ts'
import { readPreferences } from './preferences.ts'
import { sendDigests } from './routes.ts'

const port = await freePort()
const PUBLIC_URL = 'http://localhost:4000'
const { given, call, callWith, clock, audited, app, house } = await startServer({
  SMTP_URL: `smtp://127.0.0.1:${port}`,
  MAIL_FROM: 'Hikmah <no-reply@hikmah.example>',
  PUBLIC_URL,
})
const { received } = await mailServer(port)

type Choices = Partial<Record<NoticeTopic, 'each' | 'daily' | 'off'>>
async function someone(role: Parameters<typeof given.staff>[0], choices: Choices = {}) {
  const person = await given.staff(role)
  const caller = callWith(person.token)
  if (Object.keys(choices).length > 0) await caller(profile.updatePreferences, { body: choices })
  return {
    ...person,
    preferences: () => readPreferences(house.db, person.id),
    /** The only mail, as it arrived. */
    mail: async () => {
      const theirs = () => received.filter(({ to }) => to?.[0]?.address === person.userName)
      await expect.poll(() => theirs().length).toBe(1)
      return theirs()[0]!
    },
  }
}

const happens = (topic: NoticeTopic) =>
  house.change(systemActor('Test'), (tx) => notifyStaff(house, tx, topic, { subject: 'News', line: 'News', path: '/' }))

async function linkOf({ mail }: Awaited<ReturnType<typeof someone>>) {
  const { headers, text } = await mail()
  const header = (name: string) => headers.find(({ key }) => key === name)?.value
  expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  const url = /^<(\S+)>$/.exec(header('list-unsubscribe')!)![1]!
  expect(text, 'a person finds it too').toContain(url)
  expect(url).toMatch(/^http:\/\/localhost:4000\/unsubscribe\/[\w.-]+$/)
  return { path: new URL(url).pathname, token: new URL(url).pathname.split('/')[2]! }
}

const oneClick = (url: string, payload = 'List-Unsubscribe=One-Click', type = 'application/x-www-form-urlencoded') =>
  app.inject({ method: 'POST', url, payload, headers: { 'content-type': type } })

test('one click in the mail program turns the topic of a notice off, and nothing else', async () => {
  const person = await someone('manager', { 'demo-requests': 'each' })
  await happens('demo-requests')
  const { path } = await linkOf(person)

  const answer = await oneClick(path)

  expect(answer.statusCode).toBe(200)
  expect(await person.preferences()).toMatchObject({ 'demo-requests': 'off', 'contact-inquiries': 'daily' })
  expect((await oneClick(path)).statusCode, 'once more is no failure').toBe(200)
  expect(await audited(person.id)).toEqual(['staff.preferences-updated', 'staff.preferences-updated'])
})

test('a mail program may send the click as a form of parts', async () => {
  const person = await someone('manager', { 'demo-requests': 'each' })
  await happens('demo-requests')
  const { path } = await linkOf(person)
  const parts = '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n'
  expect((await oneClick(path, parts, 'multipart/form-data; boundary=x')).statusCode).toBe(200)
  expect((await person.preferences())['demo-requests']).toBe('off')
})

test('whoever only opens the link, as scanners do, changes nothing; the page has a button', async () => {
  const person = await someone('manager', { 'demo-requests': 'each' })
  await happens('demo-requests')
  const { path, token } = await linkOf(person)
  for (const method of ['GET', 'HEAD'] as const) await app.inject({ method, url: path })
  const params = { token }
  const topics = ['New demo requests']
  const open = { topics, isDigest: false, isOff: false }
  expect((await call(unsubscribe.readSubscription, { params })).data).toEqual(open)
  expect((await call(unsubscribe.readSubscription, { params })).data).toEqual(open)
  for (const body of ['', 'List-Unsubscribe=No', 'x=1']) {
    const { statusCode, body: text } = await oneClick(path, body)
    expect([statusCode, JSON.parse(text).fields]).toEqual([400, { 'List-Unsubscribe': 'Send One-Click' }])
  }
  expect((await person.preferences())['demo-requests']).toBe('each')

  const pressed = await call(unsubscribe.turnNoticesOff, { params })
  expect(pressed.data).toEqual({ topics, isDigest: false, isOff: true })
  expect((await call(unsubscribe.readSubscription, { params })).data).toEqual({ topics, isDigest: false, isOff: true })
  expect((await person.preferences())['demo-requests']).toBe('off')
})

test('the link of a digest turns off all that comes with it, and leaves what comes by itself', async () => {
  const person = await someone('manager', { 'demo-requests': 'each' })
  await happens('contact-inquiries')
  clock.advance(2 * 86_400)
  await sendDigests(house)
  const { path } = await linkOf(person)
  expect((await oneClick(path)).statusCode).toBe(200)
  expect(await person.preferences()).toMatchObject({ 'demo-requests': 'each', 'contact-inquiries': 'off' })
  const { token } = await linkOf(person)
  expect((await call(unsubscribe.readSubscription, { params: { token } })).data).toEqual({
    topics: [],
    isDigest: true,
    isOff: true,
  })
})

test('a link is good for its reader and its topic alone; strangers cannot make one or try many', async () => {
  const person = await someone('manager', { 'demo-requests': 'each' })
  const other = await someone('manager', { 'demo-requests': 'each' })
  await happens('demo-requests')
  const { token } = await linkOf(person)
  const [id, topic, signature] = token.split('.') as [string, string, string]
  const forged = [
    `${other.id}.${topic}.${signature}`,
    `${id}.digest.${signature}`,
    `${id}.contact-inquiries.${signature}`,
    `${id}.${topic}.${'0'.repeat(signature.length)}`,
    `${id}.${topic}.`,
    `${id}.${topic}`,
    `${token}.x`,
    '%00',
    'x'.repeat(150),
  ]
  for (const wrong of forged) {
    expect((await call(unsubscribe.turnNoticesOff, { params: { token: wrong } })).status, wrong).toBe(404)
  }
  expect((await oneClick(`/unsubscribe/${forged[0]}`)).statusCode).toBe(404)
  expect((await other.preferences())['demo-requests']).toBe('each')
  const url = apiUrl(unsubscribe.readSubscription, { params: { token: forged[0]! } })
  const statuses: number[] = []
  for (let i = 0; i < 60; i += 1) statuses.push((await app.inject({ url, remoteAddress: '203.0.113.9' })).statusCode)
  expect(statuses).toContain(429)
})

test('an invite, a code and a password notice offer no such link', async () => {
  const owner = await given.staff('owner')
  await callWith(owner.token)(invites.inviteOrganization, {
    body: {
      orgName: 'Masjid al-Huda',
      orgAdmin: 'Omar Siddiqui',
      orgEmail: 'office@huda.example',
      phoneFax: { primaryPhone: '(510) 555-0142' },
    },
  })
  const { userName } = owner
  await call(signIn.authenticateWithPassword, { body: { userName, password: PASSWORD, checked: false } })
  const body = { userName, oldPassword: PASSWORD, newPassword: 'Correct-Horse-77' }
  await call(profile.changePassword, { body })
  const sent = () => received.filter(({ to }) => ['office@huda.example', userName].includes(to![0]!.address!))
  await expect
    .poll(() =>
      sent()
        .map(({ subject }) => subject!.split(' for ')[0])
        .sort(),
    )
    .toEqual(['Your invite', 'Your password', 'Your sign-in code'])
  for (const { headers, text } of sent()) {
    expect(headers.map(({ key }) => key).filter((key) => key.startsWith('list-'))).toEqual([])
    expect(text).not.toContain('/unsubscribe/')
    expect(text).toContain('You receive this email because ')
  }
})
