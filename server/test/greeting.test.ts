import { rmSync } from 'node:fs'
import { apiUrl } from '@hikmah/contract/endpoint'
import { profile } from '@hikmah/contract/profile/endpoints'
import { afterAll, expect, inject, test } from 'vitest'
import { createDatabase, onServer, temporaryFolder } from './cluster.ts'
import { startProcess } from './process.ts'

const { url, drop } = await createDatabase(inject('serverUrl'), inject('template'))
const dataDir = temporaryFolder('hikmah-greeting-')
afterAll(async () => {
  await drop()
  rmSync(dataDir, { recursive: true, force: true })
})

/** What a start says of sign-ins, before `work` is done with the running console. */
async function greeting(env: Record<string, string>, work = async (_url: string) => {}) {
  const settings = { DATA_DIR: dataDir, DATABASE_URL: url, LOG_LEVEL: 'silent', STRIPE_SANDBOX: 'false' }
  const started = await startProcess({ ...settings, ...env })
  await expect.poll(started.said).toContain('Codes and mails')
  await work(started.url)
  await started.stop()
  return started
    .said()
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => /password|@/.test(line))
}

const OWNER = { OWNER_EMAIL: 'a@b.example' }

test('a start tells only of sign-ins that are there, while their password is the published one', async () => {
  const signIn = 'Sign in as a@b.example with the password Bismillah-2026'
  expect(await greeting(OWNER)).toEqual([signIn])
  expect(await greeting({})).toEqual([])

  await onServer(url, [
    `insert into staff (id, user_name, first_name, last_name, password_hash, role, verified_at, created_at)
     select gen_random_uuid(), 'fatima.noor@hikmah.example', 'Fatima', 'Noor', password_hash, 'hikmah_manager', now(), now() from staff`,
  ])
  const changePassword = async (console: string) => {
    const { method } = profile.changePassword
    const body = { userName: 'a@b.example', oldPassword: 'Bismillah-2026', newPassword: 'Quiet-River-42' }
    const { status } = await fetch(console + apiUrl(profile.changePassword, {}), {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(status).toBe(200)
  }
  expect(await greeting(OWNER, changePassword)).toEqual([
    signIn,
    'or as fatima.noor@hikmah.example (Manager), with the same password',
  ])
  expect(await greeting(OWNER)).toEqual(['Sign in as fatima.noor@hikmah.example with the password Bismillah-2026'])
}, 60_000)

test('the way to sign in is said last, after the demo payments are made', async () => {
  const settings = { DATA_DIR: dataDir, DATABASE_URL: url, LOG_LEVEL: 'warn', DEMO_DATA: 'true', ...OWNER }
  const started = await startProcess(settings)
  await expect.poll(started.said, { timeout: 60_000 }).toMatch(/payments are made.*Codes and mails/s)
  const said = started.said()
  await started.stop()
  expect(said.split('The demo payments are made').pop()).toMatch(
    /^\s+Sign in as fatima[^\n]+\s+Codes and mails[^\n]+\s+$/,
  )
  expect(started.said().slice(said.length).trim()).toBe('Hikmah Console is stopping; it finishes open requests first')
}, 120_000)
