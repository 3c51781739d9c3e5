import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
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
