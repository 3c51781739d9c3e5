import type { StaffActor } from './actor.ts'
import type { Database, Listening } from './db.ts'

export interface LiveSession {
  sessionId: string
  lastUsedAt: Date
  expiresAt: Date
  id: string
  userName: string
  firstName: string
  lastName: string
  role: StaffActor['role']
}

/**
 * Sessions read lately, so that a call need not ask the database who calls. Every commit of this process and every
 * notice of the database about a changed session or person empties it; while notices could be missed it is not used.
 */
export class SessionCache {
  readonly #sessions = new Map<string, LiveSession>()
  #listening: Listening | undefined

  async listenTo(database: Database) {
    this.#listening = await database.listen('sessions_changed', () => this.clear())
  }
  clear() {
    this.#sessions.clear()
  }
  find(sid: string): LiveSession | undefined {
    return this.#listening?.isHearing() ? this.#sessions.get(sid) : undefined
  }
  keep(session: LiveSession) {
    this.#sessions.set(session.sessionId, session)
  }
  async stop() {
    await this.#listening?.stop()
  }
}
