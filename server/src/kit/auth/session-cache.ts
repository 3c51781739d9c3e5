import type { Database } from '../db/db.ts'
import type { Listening } from '../db/listen.ts'
import type { StaffActor } from './actor.ts'

export interface LiveSession {
  sessionId: string
  lastUsedAt: Date
  expiresAt: Date
  browser: string
  id: string
  userName: string
  firstName: string
  lastName: string
  role: StaffActor['role']
}

/** Whatever else is wrong, a session lives on by it this long at most. */
const CACHED_MS = 10_000

/**
 * Sessions read lately, so that a call need not ask the database who calls. Every commit of this process and every
 * notice of the database about a changed session or person empties it; while notices could be missed it is unused.
 */
export class SessionCache {
  readonly #sessions = new Map<string, { session: LiveSession; until: number }>()
  #changes = 0
  #listening: Listening | undefined

  async listenTo(database: Database): Promise<Listening> {
    this.#listening = await database.listen('sessions_changed', () => this.clear())
    return this.#listening
  }
  clear() {
    this.#changes += 1
    this.#sessions.clear()
  }
  find(sid: string): LiveSession | undefined {
    const cached = this.#listening?.isHearing() ? this.#sessions.get(sid) : undefined
    return cached && cached.until > performance.now() ? cached.session : undefined
  }
  /** Caches what it reads, unless it may have changed meanwhile. */
  async read(ask: () => Promise<LiveSession | undefined>): Promise<LiveSession | undefined> {
    const changes = this.#changes
    const session = await ask()
    if (session && changes === this.#changes) {
      this.#sessions.set(session.sessionId, { session, until: performance.now() + CACHED_MS })
    }
    return session
  }
  async stop() {
    await this.#listening?.stop()
  }
}
