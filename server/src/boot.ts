import { createApp, createFastify, type Draining } from './app.ts'
import { prunePresenceJob, sweepDevicesJob } from './hardware/sweep-devices.ts'
import type { House } from './house.ts'
import { readHead, signFirstHead } from './kit/audit/head.ts'
import { claimDatabase, loadKeys } from './kit/auth/keys.ts'
import { SessionCache } from './kit/auth/sessions/session-cache.ts'
import { createTokens } from './kit/auth/sessions/tokens.ts'
import { createChange } from './kit/db/change.ts'
import type { Database } from './kit/db/db.ts'
import { mayChangeTables } from './kit/db/run-time-role.ts'
import { openFileStore } from './kit/files/files.ts'
import { createJobs } from './kit/jobs/jobs.ts'
import { createPostman } from './kit/mail/post.ts'
import { type Clock, systemClock } from './kit/process/clock.ts'
import type { Config } from './kit/process/config.ts'
import { sendDigestsJob } from './notices/send-digests.ts'
import { createMailer, localMailbox } from './outside/mailer.ts'
import { sweepJob } from './sweep.ts'

const JOBS = [sweepJob, sweepDevicesJob, prunePresenceJob, sendDigestsJob]
/** Whoever keeps the log elsewhere can tell that a trail was cut off even by somebody who has the key. */
const DAY_MS = 86_400_000

/** Everything a verb needs, without a server around it. `wake` is called after each commit. */
export function createHouse(config: Config, database: Database, clock: Clock, wake: () => void): House {
  const keys = loadKeys(config)
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
    jobs: createJobs(database, JOBS),
    files: openFileStore(config.storageDir),
  }
}

/** The server on an open, migrated database. `close` stops everything it started but the database. */
export async function boot(config: Config, database: Database, clock: Clock = systemClock) {
  const app = createFastify(config)
  const mailer = config.smtpUrl ? createMailer(config) : localMailbox
  const postman = createPostman(database, clock, mailer.deliver, !config.smtpUrl, (error) =>
    app.log.error({ err: error }, 'the outbox could not be read'),
  )
  const house = createHouse(config, database, clock, postman.wake)
  const isFirstStart = await claimDatabase(database.db, house.keys)
  if (isFirstStart) await signFirstHead(database.db, house.keys.audit)
  if (await mayChangeTables(database))
    app.log.warn('the role of DATABASE_URL owns its tables: with MIGRATE_DATABASE_URL it need not')
  const logHead = async () => {
    const head = await readHead(database.db, house.keys.audit).catch(() => undefined)
    app.log.info({ head }, 'the audit trail ends here')
  }
  await logHead()
  const headTimer = setInterval(() => void logHead(), DAY_MS).unref()
  await house.sessions.listenTo(database)
  const state: Draining = { draining: false }
  await createApp(app, house, state)
  return {
    app,
    house,
    postman,
    state,
    startJobs: () => house.jobs.start(house, app.log),
    close: async () => {
      clearInterval(headTimer)
      await Promise.all([app.close(), house.jobs.stop()])
      await postman.stop()
      await house.sessions.stop()
      mailer.close()
    },
  }
}
