import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { AnyEndpoint } from '@hikmah/contract/endpoint'
import { afterAll, expect, inject, test } from 'vitest'
import { readBackup } from '../backup/read-backup.ts'
import { boot } from '../src/boot.ts'
import { secretKeyFile } from '../src/kit/auth/keys.ts'
import { readConfig } from '../src/kit/process/config.ts'
import { openDatabase } from '../src/open-database.ts'
import { createDatabase, temporaryFolder } from './cluster.ts'
import { everyEndpoint } from './every-endpoint.ts'
import { createGiven } from './given.ts'

/** Backups of the demo data of each release, made by it: `npm run backup -- server/test/releases/VERSION.tar.gz`. */
const releases = [
  {
    version: '0.1.0',
    fingerprint: '89e7a91a7609fb27ec99009c83a6f6b27b031c3f6e40bf12a4c3c36490e21f41',
    holds: { '/hikmah/getAllOrganizations': 81, '/hikmah/orders': 46 },
  },
]

test.each(releases)('what $version wrote is upgraded, and all of it is read', async (release) => {
  const dataDir = temporaryFolder('hikmah-upgrade-')
  const { url, drop } = await createDatabase(inject('serverUrl'))
  const keepSecretKey = async (key: string) => writeFileSync(secretKeyFile(dataDir), key, { mode: 0o600 })
  const target = { databaseUrl: url, storageUrl: pathToFileURL(join(dataDir, 'uploads')), keepSecretKey }
  await readBackup(
    join(import.meta.dirname, `releases/${release.version}.tar.gz`),
    release.fingerprint,
    target,
    () => undefined,
  )

  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: dataDir, DATABASE_URL: url, LOG_LEVEL: 'silent' })
  const database = await openDatabase(config)
  const { app, house, close } = await boot(config, database)
  afterAll(async () => {
    await close()
    await database.close()
    await drop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  const { token } = await createGiven(house).staff('owner')
  const read = (path: string) => app.inject({ url: `/api${path}`, headers: { token } })
  const audit = (await read('/hikmah/audit/verify')).json()
  expect(audit.data).toMatchObject({ ok: true })
  for (const [path, total] of Object.entries(release.holds)) {
    expect((await read(`${path}?limit=1`)).json().meta.total, path).toBe(total)
  }
  const failed: string[] = []
  for (const { path } of everyEndpoint.filter(isReadWithoutParams)) {
    const { statusCode, body } = await read(path)
    if (statusCode >= 500) failed.push(`${path}: ${body}`)
  }
  expect(failed).toEqual([])
})

const isReadWithoutParams = ({ method, path }: AnyEndpoint) => method === 'GET' && !path.includes(':')
