import type { Sealer } from './kit/audit/sealer.ts'
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

/** What the features share. A verb is `(house, actor, …)`; its first parameter's type says which parts it uses. */
export interface House {
  db: Db
  clock: Clock
  change: Change
  keys: Keys
  sealer: Sealer
  tokens: Tokens
  config: Config
  files: FileStore
  stripe: PaymentProvider
  sessions: SessionCache
  database: Database
  /** For what a write sets off and nobody waits for. */
  jobs: Jobs<House>
}

export type Reads = Pick<House, 'db' | 'clock'>
export type Writes = Pick<House, 'change'>
export type Secrets = Pick<House, 'keys' | 'tokens'>
export type Settings = Pick<House, 'config'>
export type Files = Pick<House, 'files'>
/** Notices to staff carry a signed link that turns them off. */
export type Notifies = Settings & Pick<House, 'keys'>
export type Payments = Pick<House, 'stripe'>
