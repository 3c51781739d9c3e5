import type { Change } from './kit/change.ts'
import type { Clock } from './kit/clock.ts'
import type { Config } from './kit/config.ts'
import type { Database, Db } from './kit/db.ts'
import type { FileStore } from './kit/files.ts'
import type { Keys } from './kit/keys.ts'
import type { SessionCache } from './kit/session-cache.ts'
import type { Tokens } from './kit/tokens.ts'

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
  files: FileStore
}
