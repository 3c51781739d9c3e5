import { createApp, createFastify, type Draining } from './app.ts'
import { prunePresence, sweepDevices } from './hardware/sweep-devices.ts'
import type { House } from './house.ts'
import { loadKeys } from './kit/auth/keys.ts'
import { SessionCache } from './kit/auth/session-cache.ts'
import { createTokens } from './kit/auth/tokens.ts'
import { createChange } from './kit/db/change.ts'
import type { Database } from './kit/db/db.ts'
import { openFileStore } from './kit/files/files.ts'
import { createPostman } from './kit/mail/post.ts'
import { type Clock, systemClock } from './kit/process/clock.ts'
import type { Config } from './kit/process/config.ts'
import { sendDigests } from './notices/send-digests.ts'
import { createMailer, localMailbox } from './outside/mailer.ts'
import { sweep } from './sweep.ts'

/** Everything a verb needs, without a server around it. `wake` is called after each commit. */
export function createHouse(config: Config, database: Database, clock: Clock, wake: () => void): House {
  const keys = loadKeys(config.secretKey, config.dataDir)
  const sessions = new SessionCache()
  const afterCommit = () => {
    sessions.clear()
    wake()
  }
  return {
    config,
    clock,
    keys,
    tokens: createTokens(keys.session),
    sessions,
    database,
    db: database.db,
    change: createChange(database, keys, clock, afterCommit),
    files: openFileStore(config.storageDir),
  }
}

const HOUR_MS = 3_600_000
const HALF_MINUTE_MS = 30_000

/** The server on an open, migrated database. `close` stops everything it started but the database. */
export async function boot(config: Config, database: Database, clock: Clock = systemClock) {
  const app = createFastify(config)
  const mailer = config.smtpUrl ? createMailer(config) : localMailbox
  const postman = createPostman(database, clock, mailer.deliver, !config.smtpUrl, (error) =>
    app.log.error({ err: error }, 'the outbox could not be read'),
  )
  const house = createHouse(config, database, clock, postman.wake)
  await house.sessions.listenTo(database)
  /** What fails now, as when the database is away, is said and done the next time. */
  const every = (ms: number, work: () => PromiseLike<unknown>) => {
    const failed = (error: unknown) => app.log.error({ err: error }, 'background job failed')
    return setInterval(() => void work().then(undefined, failed), ms).unref()
  }
  const sweepers = [
    every(HOUR_MS, () => sweep(house)),
    every(HOUR_MS, () => sendDigests(house)),
    every(HOUR_MS, () => prunePresence(house.db, clock.now())),
    every(HALF_MINUTE_MS, () => sweepDevices(house.db, clock.now())),
  ]
  const state: Draining = { draining: false }
  await createApp(app, house, state)
  return {
    app,
    house,
    postman,
    state,
    close: async () => {
      for (const sweeper of sweepers) clearInterval(sweeper)
      await app.close()
      await postman.stop()
      await house.sessions.stop()
      mailer.close()
    },
  }
}
