import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises'
import pg from 'pg'
import { isDatabaseBusy } from './failures.ts'

/**
 * Asks the database whether it answers, on one connection of its own: the pool's may be the ones that hang, or be all in
 * use. One that fails may only have been cut, so a new one is tried in the same time.
 */
export function createPing(url: string) {
  let client: pg.Client | undefined

  const drop = (lost: pg.Client) => {
    if (client === lost) client = undefined
    lost.end().catch(() => undefined)
  }

  const ask = async (): Promise<void> => {
    const open = client ?? new pg.Client({ connectionString: url, keepAlive: true })
    if (open !== client) {
      client = open
      open.on('error', () => drop(open))
      await open.connect()
    }
    await open.query('select 1')
  }

  /** What has come while the event loop was busy counts as in time. */
  const tryOnce = async (ms: number): Promise<void> => {
    const asked = client
    const late = sleep(ms, undefined, { ref: false })
      .then(() => turn())
      .then(() => Promise.reject(new Error('The database did not answer in time')))
    try {
      await Promise.race([ask(), late])
    } catch (error) {
      const failed = client ?? asked
      if (failed) drop(failed)
      // A server that has no connection left for us is busy and not gone.
      if (!isDatabaseBusy(error)) throw error
    }
  }

  return {
    ping: (ms: number) => tryOnce(ms / 2).catch(() => tryOnce(ms / 2)),
    close: async () => {
      await client?.end().catch(() => undefined)
      client = undefined
    },
  }
}
