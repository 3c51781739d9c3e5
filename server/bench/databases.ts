import { rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import packages from '../../package.json' with { type: 'json' }
import { createHouse } from '../src/boot.ts'
import { type Database, openPostgres } from '../src/kit/db/db.ts'
import { migrate } from '../src/kit/db/migrate.ts'
import { openEmbedded } from '../src/kit/postgres/embedded.ts'
import { systemClock } from '../src/kit/process/clock.ts'
import { readConfig } from '../src/kit/process/config.ts'
import { createDatabase, temporaryFolder } from '../test/cluster.ts'
import { createGiven } from '../test/given.ts'
import { seed } from './seed.ts'

export interface Prepared {
  label: string
  rows: number
  env: Record<string, string>
  /** An owner's session. */
  token: string
  remove(): Promise<void>
}

/** Takes every mail at once. One that is refused would be sent again and again beside what is measured. */
const mailServer = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData: (stream, _session, done) => void stream.on('end', () => done()).resume(),
})
const { port } = await new Promise<AddressInfo>((resolve) => {
  const { server } = mailServer
  server.listen(0, '127.0.0.1', () => resolve(server.address() as AddressInfo)).unref()
})

/** As `npm start` runs it in production. */
export const PRODUCTION = {
  NODE_ENV: 'production',
  NODE_OPTIONS: / (--.+) server\/dist/.exec(packages.scripts.start)?.[1] ?? '',
  PUBLIC_URL: 'https://console.masjid.example',
  OWNER_EMAIL: 'owner@masjid.example',
  OWNER_PASSWORD: `${crypto.randomUUID()}-A`,
  MAIL_FROM: 'Hikmah <no-reply@masjid.example>',
  SMTP_URL: `smtp://127.0.0.1:${port}`,
}

/** A database with that many organizations and a signed-in owner, closed again so that a server can open it. */
export async function prepare(rows: number, serverUrl: string | undefined): Promise<Prepared> {
  const folder = temporaryFolder('hikmah-bench-')
  const onServer = serverUrl ? await createDatabase(serverUrl) : undefined
  const env: Record<string, string> = {
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: onServer?.url ?? '',
    SECRET_KEY: crypto.randomUUID(),
    DEMO_DATA: 'false',
    LOG_LEVEL: 'info',
    PORT: '0',
  }
  const embedded = onServer ? undefined : await openEmbedded(env.DATA_DIR!)
  const url = onServer?.url ?? embedded!.server.urlOf('postgres')
  const database = embedded ?? openPostgres(url)
  const token = await fill(database, url, env, rows)
  await database.close()
  return {
    label: `${onServer ? 'the server of DATABASE_URL' : 'embedded'}, ${rows.toLocaleString('en-US')} organizations`,
    rows,
    env,
    token,
    remove: async () => {
      await onServer?.drop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function fill(database: Database, url: string, env: Record<string, string>, rows: number): Promise<string> {
  await migrate(database)
  await seed(url, rows)
  const house = createHouse(readConfig({ ...process.env, ...env }), database, systemClock, () => undefined)
  return (await createGiven(house).staff('owner')).token
}
