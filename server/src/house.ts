import type { Keys } from './kit/auth/keys.ts'
import type { SessionCache } from './kit/auth/session-cache.ts'
import type { Tokens } from './kit/auth/tokens.ts'
import type { Database, Db } from './kit/db/db.ts'
import type { FileStore } from './kit/files/files.ts'
import type { Jobs } from './kit/jobs/jobs.ts'
import type { Clock } from './kit/process/clock.ts'
import type { Config } from './kit/process/config.ts'
import type { Change } from './kit/write/tx.ts'
import type { PaymentProvider } from './outside/stripe/provider.ts'

export interface Reads {
  db: Db
  clock: Clock
}

export interface Writes {
  change: Change
}

export interface Secrets {
  keys: Keys
  tokens: Tokens
}

export interface Settings {
  config: Config
}

export interface Files {
  files: FileStore
}

export interface Payments {
  stripe: PaymentProvider
}

/**
 * What the features share. A verb is `(house, actor, …)` and returns bare data; the type of its first parameter says
 * which parts it uses.
 */
export interface House extends Reads, Writes, Secrets, Settings, Files, Payments {
  sessions: SessionCache
  database: Database
  /** For what a write sets off and nobody waits for. */
  jobs: Jobs<House>
}
