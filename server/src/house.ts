import type { Keys } from './kit/auth/keys.ts'
import type { SessionCache } from './kit/auth/session-cache.ts'
import type { Tokens } from './kit/auth/tokens.ts'
import type { Change } from './kit/db/change.ts'
import type { Database, Db } from './kit/db/db.ts'
import type { FileStore } from './kit/files/files.ts'
import type { Jobs } from './kit/jobs/jobs.ts'
import type { Clock } from './kit/process/clock.ts'
import type { Config } from './kit/process/config.ts'

/** What the features share. Routes hand a verb the parts it needs. */
export interface House {
  config: Config
  clock: Clock
  keys: Keys
  tokens: Tokens
  sessions: SessionCache
  database: Database
  /** For reads. */
  db: Db
  /** For writes. */
  change: Change
  /** For what a write sets off and nobody waits for. */
  jobs: Jobs<House>
  files: FileStore
}
