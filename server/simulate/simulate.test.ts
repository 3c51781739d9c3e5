import type { AddressInfo } from 'node:net'
import { isNotNull } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { contactInquiries, demoRequests } from '../src/communication/table.ts'
import { members } from '../src/organization-team/table.ts'
import { organizations } from '../src/organizations/table.ts'
import { PASSWORD } from '../test/given.ts'
import { startServer } from '../test/start.ts'
import { type Options, readOptions } from './options.ts'
import { play } from './play.ts'

const { app, given, db } = await startServer({ INTAKE_PER_10_MIN: '100000', AUTH_RESEND_WAIT_S: '0' })
await app.listen({ host: '127.0.0.1', port: 0 })
const { port } = app.server.address() as AddressInfo
const owner = await given.staff('owner')

const wish = (more: Partial<Options>): Options => ({
  ...readOptions([], {})!,
  url: `http://127.0.0.1:${port}`,
  userName: owner.userName,
  password: PASSWORD,
  speed: 5000,
  devices: 0,
  visitors: 0,
  organizations: 0,
  shoppers: 0,
  ...more,
})

/** Plays until it looks as wished. */
async function playUntil(more: Partial<Options>, isThere: (lines: string[]) => Promise<boolean> | boolean) {
  const lines: string[] = []
  const stop = new AbortController()
  const over = play(wish(more), stop.signal, (line) => lines.push(line))
  await expect.poll(() => isThere(lines), { timeout: 15_000 }).toBe(true)
  stop.abort()
  return { lines, sum: await over }
}

test('visitors fill in both forms, and the sum is what was done', async () => {
  const has = async () => (await db.$count(demoRequests)) > 0 && (await db.$count(contactInquiries)) > 0
  const { lines, sum } = await playUntil({ visitors: 3 }, has)
  expect(sum).toMatchObject({ failures: 0, heldBack: 0 })
  expect(lines.filter((line) => /asked for a demo|sent an inquiry/.test(line))).toHaveLength(sum.acts)
  expect(lines.at(-1)).toBe(`${sum.acts} acts, 0 failures`)
})

test('organizations accept an invite of their own and send in their papers, and no secret is said', async () => {
  const submitted = isNotNull(organizations.einSubmittedAt)
  const { lines, sum } = await playUntil(
    { organizations: 2 },
    async () => (await db.$count(organizations, submitted)) > 0,
  )
  expect(sum).toMatchObject({ failures: 0, heldBack: 0 })
  expect(await db.$count(members)).toBe(await db.$count(organizations))
  expect(lines.join('\n')).toMatch(/staff +signed in[\s\S]*was invited[\s\S]*accepted the invite of/)
  expect(lines.join('\n')).not.toMatch(/\d{6}|Correct-Horse|Aa1-|eyJ/)
})

test('an invite of people who are not fictional is left alone', async () => {
  const real = await given.invite({ orgEmail: 'office@masjid-of-somebody.org' })
  const before = await db.$count(organizations)
  await playUntil({ organizations: 4 }, async () => (await db.$count(organizations)) > before + 8)
  const founded = await db.select().from(organizations)
  expect(founded.map((row) => row.inviteId)).not.toContain(real.id)
})

test.each([
  ['a wrong password', { organizations: 1, password: 'wrong' }, /failed: signed in .*Incorrect/],
  ['a server that is not there', { visitors: 1, url: 'http://127.0.0.1:9' }, /failed: .*the server does not answer/],
])('%s is a failure that is said', async (_name, more, words) => {
  const { sum } = await playUntil(more, (lines) => words.test(lines.join('\n')))
  expect(sum.failures).toBeGreaterThan(0)
})

test('who sends too much waits, which is no failure', async () => {
  const strict = await startServer({ INTAKE_PER_10_MIN: '1' })
  await strict.app.listen({ host: '127.0.0.1', port: 0 })
  const url = `http://127.0.0.1:${(strict.app.server.address() as AddressInfo).port}`
  const { sum } = await playUntil({ visitors: 1, url }, (lines) => /asked to wait/.test(lines.join('\n')))
  expect(sum).toMatchObject({ acts: 1, failures: 0 })
  expect(sum.heldBack).toBeGreaterThan(0)
})

test.each([
  ['--devices', 'many'],
  ['--devices', '-1'],
  ['--devices', '1.5'],
  ['--speed', '0'],
  ['--for', '60'],
  ['--url', 'localhost'],
  ['--url', 'file:///etc'],
  ['--unknown', '1'],
])('%s %s is refused by name', (name, value) => {
  expect(() => readOptions([`${name}=${value}`], {})).toThrow(name)
})

test('the password and the token may come from the environment', () => {
  const env = { SIMULATE_USER: 'a@b.example', SIMULATE_PASSWORD: 'secret', SIMULATE_TOKEN: 'token' }
  expect(readOptions([], env)).toMatchObject({ userName: 'a@b.example', password: 'secret', token: 'token' })
  expect(readOptions(['--help'], {})).toBeUndefined()
  expect(readOptions(['--for', '10m'], {})?.forMs).toBe(600_000)
})
