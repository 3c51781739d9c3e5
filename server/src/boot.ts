import { createApp, createFastify, type Draining } from './app.ts'
import type { House } from './house.ts'
import { compareAllJob, JOBS } from './jobs.ts'
import { createSealer } from './kit/audit/sealer.ts'
import { readHead } from './kit/audit/seals.ts'
import { writeEntries } from './kit/audit/write-entries.ts'
import { claimDatabase, loadKeys } from './kit/auth/keys.ts'
import { SessionCache } from './kit/auth/session-cache.ts'
import { createTokens } from './kit/auth/tokens.ts'
import type { Database } from './kit/db/db.ts'
import { mayChangeTables } from './kit/db/migrate.ts'
import { createFileStore } from './kit/files/files.ts'
import { openStorage } from './kit/files/storage.ts'
import { createJobs } from './kit/jobs/jobs.ts'
import { keepFolding } from './kit/list/fold-counts.ts'
import { createPostman } from './kit/mail/postman.ts'
import { type Clock, systemClock } from './kit/process/clock.ts'
import type { Config } from './kit/process/config.ts'
import { onceAMinute, startTracing } from './kit/telemetry/tracing.ts'
import { createChange } from './kit/write/change.ts'
import { createMailer, toLocalMailbox } from './outside/mailer.ts'
import { createProvider, SANDBOX_KEY, type StripeSettings } from './outside/stripe/provider.ts'
import { compareAtFirstStart } from './payments/reconcile.ts'
import { openUploadsArchive } from './write-base.ts'

/** Logged daily: a log stored elsewhere reveals a cut-off trail even if the key was stolen. */
const DAY_MS = 86_400_000

export type SandboxAddress = () => Promise<URL>

/** Without a server around it. `wake` is called after each commit of a letter. */
export function createHouse(
  config: Config,
  database: Database,
  clock: Clock,
  wake: () => void,
  sandbox?: SandboxAddress,
): House {
  const keys = loadKeys(config)
  const sessions = new SessionCache()
  const sealer = createSealer(database, keys.audit, clock)
  return {
    config,
    clock,
    keys,
    sealer,
    tokens: createTokens(keys.session),
    sessions,
    database,
    db: database.db,
    change: createChange(database, clock, {
      letterhead: config.letterhead,
      writeEntries: (tx) => writeEntries(tx, keys.audit),
      afterCommit: ({ hasLetters, written }) => {
        sessions.clear()
        sealer.note(written)
        if (hasLetters) wake()
      },
    }),
    jobs: createJobs(database, JOBS),
    files: createFileStore(openStorage(config.storageUrl), openUploadsArchive(config)),
    stripe: createProvider(readStripeSettings(config, sandbox), () => clock.now()),
  }
}

function readStripeSettings({ stripe, sandbox }: Config, base: SandboxAddress | undefined): StripeSettings | undefined {
  if (stripe) {
    const { secretKey, webhookSecrets, apiBase } = stripe
    const isSandbox = secretKey === SANDBOX_KEY
    return { secretKey, webhookSecrets, isSandbox, base: apiBase && (async () => apiBase) }
  }
  if (!sandbox || !base) return undefined
  return { secretKey: SANDBOX_KEY, webhookSecrets: [sandbox.webhookSecret], isSandbox: true, base }
}

/** The client for it is loaded only where it has an address. */
async function startErrorReports({ sentryDsn, production }: Config, onError: (error: unknown) => void) {
  if (!sentryDsn) return undefined
  const { openErrorReports } = await import('./kit/telemetry/error-reports.ts')
  return openErrorReports(sentryDsn, production ? 'production' : 'development', onceAMinute(onError))
}

/** On an open, migrated database. `close` stops everything but the database. */
export async function boot(config: Config, database: Database, clock: Clock = systemClock, sandbox?: SandboxAddress) {
  const reports = await startErrorReports(config, (err) => app.log.warn({ err }, 'errors could not be reported'))
  const app = createFastify(config, reports?.see)
  const tracing = await startTracing(config, (err) => app.log.warn({ err }, 'the collector of traces takes nothing'))
  const deliver = config.smtpUrl ? createMailer(config) : toLocalMailbox
  const postman = createPostman(database, clock, deliver, !config.smtpUrl, (error) =>
    app.log.error({ err: error }, 'the outbox could not be read'),
  )
  const house = createHouse(config, database, clock, postman.wake, sandbox)
  await claimDatabase(database.db, house.keys)
  await house.sealer.start((err) => app.log.error({ err }, 'the audit trail could not be sealed; it is tried again'))
  if (await mayChangeTables(database))
    app.log.warn('the role of DATABASE_URL owns its tables: with MIGRATE_DATABASE_URL it need not')
  const logHead = async () => {
    const head = await readHead(database.db, house.keys.audit).catch(() => undefined)
    app.log.info({ head }, 'the audit trail ends here')
  }
  await logHead()
  const headTimer = setInterval(() => void logHead(), DAY_MS).unref()
  const stopFolding = keepFolding(database)
  const { isHearing } = await house.sessions.listenTo(database)
  if (!isHearing()) app.log.warn('no notices of the database are heard: until they are, each call reads who calls')
  const state: Draining = { draining: false }
  await createApp(app, house, state, tracing)
  return {
    app,
    house,
    postman,
    state,
    startJobs: async () => {
      await house.jobs.start(house, app.log)
      await compareAtFirstStart(house, compareAllJob).catch((err) =>
        app.log.error({ err }, 'the first comparison could not be started'),
      )
    },
    close: async () => {
      clearInterval(headTimer)
      // A request under way may still set off a job.
      await app.close()
      await house.jobs.stop()
      await postman.stop()
      await stopFolding()
      await house.sealer.stop()
      await house.sessions.stop()
      await Promise.all([tracing?.stop(), reports?.stop()])
    },
  }
}
