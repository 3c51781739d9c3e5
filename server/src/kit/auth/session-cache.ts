import type { Database, Listening } from '../db/db.ts'
import type { StaffActor } from './actor.ts'

export interface LiveSession {
  sessionId: string
  lastUsedAt: Date
  expiresAt: Date
  /** The one that signed in, such as `Chrome 131`. */
  browser: string
  id: string
  userName: string
  firstName: string
  lastName: string
  role: StaffActor['role']
}

/** A connection that died without a word brings no notices; so long at most a session lives on by it. */
const KEPT_MS = 10_000

/**
 * Sessions read lately, so that a call need not ask the database who calls. Every commit of this process and every
 * notice of the database about a changed session or person empties it; while notices could be missed it is not used.
 */
export class SessionCache {
  readonly #sessions = new Map<string, { session: LiveSession; until: number }>()
  #changes = 0
  #listening: Listening | undefined

  async listenTo(database: Database) {
    this.#listening = await database.listen('sessions_changed', () => this.clear())
  }
  clear() {
    this.#changes += 1
    this.#sessions.clear()
  }
  find(sid: string): LiveSession | undefined {
    const kept = this.#listening?.isHearing() ? this.#sessions.get(sid) : undefined
    return kept && kept.until > performance.now() ? kept.session : undefined
  }
  /** Reads a session and keeps it, unless it may have changed while the answer was on its way. */
  async read(ask: () => Promise<LiveSession | undefined>): Promise<LiveSession | undefined> {
    const before = this.#changes
    const session = await ask()
    if (session && before === this.#changes) {
      this.#sessions.set(session.sessionId, { session, until: performance.now() + KEPT_MS })
    }
    return session
  }
  async stop() {
    await this.#listening?.stop()
  }
}
