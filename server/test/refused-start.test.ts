import { rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { afterAll, expect, inject, test } from 'vitest'
import { createDatabase, temporaryFolder } from './cluster.ts'
import { runToEnd } from './process.ts'

const { url, drop } = await createDatabase(inject('serverUrl'), inject('template'))
const dataDir = temporaryFolder('hikmah-refused-start-')
afterAll(async () => {
  await drop()
  rmSync(dataDir, { recursive: true, force: true })
})

const refusal = (env: Record<string, string>) =>
  runToEnd({ DATA_DIR: dataDir, DATABASE_URL: url, LOG_LEVEL: 'silent', ...env })

test('a start on a port that is in use ends with one line that names PORT', async () => {
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const { port } = other.address() as { port: number }
  expect(await refusal({ PORT: String(port) })).toEqual({
    code: 1,
    said: `PORT: ${port} on 127.0.0.1 is in use. End what uses it, or choose another one.\n`,
  })
  other.close()
})

test('a start on an address of another machine ends with one line that names HOST', async () => {
  expect(await refusal({ HOST: '192.0.2.1' })).toEqual({
    code: 1,
    said: 'HOST: 192.0.2.1 is not an address of this machine. Use 127.0.0.1, or 0.0.0.0 for all of them.\n',
  })
})

test.each(['DATABASE_URL', 'MIGRATE_DATABASE_URL'])(
  'a start whose %s nobody answers ends with one line that names it, without its password',
  async (name) => {
    expect(await refusal({ [name]: 'postgres://x:Secret-1@127.0.0.1:1/z' })).toEqual({
      code: 1,
      said: `${name}: the database cannot be reached (connect ECONNREFUSED 127.0.0.1:1). Start it, or correct the address.\n`,
    })
  },
)

test.runIf(process.platform === 'linux').each([
  ['the database of the console', ''],
  ['another one', url],
])('a start with a DATA_DIR that cannot be made ends with one line that names it, with %s', async (_, databaseUrl) => {
  expect(await refusal({ DATA_DIR: '/proc/no/folder', DATABASE_URL: databaseUrl })).toEqual({
    code: 1,
    said: 'DATA_DIR: /proc/no cannot be made (ENOENT). Choose another one.\n',
  })
})
