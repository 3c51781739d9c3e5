import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { createDatabase } from '../../../test/cluster.ts'
import { runToEnd, startProcess } from '../../../test/process.ts'
import { startServer } from '../../../test/start.ts'
import { boot } from '../../boot.ts'
import { loadKeys } from './keys.ts'

const { house } = await startServer({ SECRET_KEY: 'the-key-that-this-database-began-with' })

test('another instance with the same key starts on the database', async () => {
  const { close } = await boot(house.config, house.database)
  await close()
})

test('one with another key does not start, and says in a sentence which setting is wrong', async () => {
  const config = { ...house.config, secretKey: 'another-key-of-at-least-32-characters' }
  await expect(boot(config, house.database)).rejects.toThrow(
    'SECRET_KEY: this database was first started with another key.',
  )
})

test('in production no key is made up beside DATABASE_URL, for the next instance would make up another', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'hikmah-test-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  const loadBeside = (databaseUrl: string | undefined) =>
    loadKeys({ secretKey: undefined, dataDir, databaseUrl, production: true })
  expect(() => loadBeside('postgres://db.example/console')).toThrow('SECRET_KEY: set it beside DATABASE_URL')
  const made = loadBeside(undefined)
  expect(loadBeside('postgres://db.example/console'), 'one that is kept, as after a restore, is taken').toEqual(made)
})

test('a start whose key is missing or cut off is refused by name and leaves no other key, so that the right one may be put back', async () => {
  const { url, drop } = await createDatabase(inject('serverUrl'), inject('template'))
  const dataDir = mkdtempSync(join(tmpdir(), 'hikmah-test-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  const env = { DATABASE_URL: url, DATA_DIR: dataDir, STRIPE_SANDBOX: 'false', LOG_LEVEL: 'silent' }
  const file = join(dataDir, 'secret.key')
  await (await startProcess(env)).stop()
  const key = readFileSync(file, 'utf8')

  rmSync(file)
  expect(await runToEnd(env)).toEqual({
    code: 1,
    said: `SECRET_KEY: the key that this database was first started with is missing. Put it back as ${file}, or set it; a backup holds it.\n`,
  })
  expect(existsSync(file)).toBe(false)
  writeFileSync(file, key.slice(0, 20))
  expect(await runToEnd(env)).toMatchObject({
    code: 1,
    said: expect.stringMatching(/^SECRET_KEY: [^\n]* is cut off\. [^\n]*\n$/),
  })
  writeFileSync(file, key)
  await (await startProcess(env)).stop()
  await drop()
}, 60_000)
