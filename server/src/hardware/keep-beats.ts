import type { Parsed } from '@hikmah/contract/endpoint'
import { type hardware, OFFLINE_AFTER_S } from '@hikmah/contract/hardware'
import { sql } from 'drizzle-orm'
import type { House } from '../house.ts'
import type { DeviceActor } from '../kit/actor.ts'
import { readAgent } from '../kit/agent.ts'
import { type Db, rowsOf } from '../kit/db.ts'
import { unknownDeviceKey } from '../kit/refusal.ts'

type Report = NonNullable<Parsed<typeof hardware.heartbeat>['body']>

/** As `keep_beats` of the migration reads it. */
interface Beat extends Report {
  key: string
  at: Date
  beats: number
  ip: string
}

const MOST_AGENTS = 1000
const agents = new Map<string, { browser: string; os: string }>()

/** Browser and system: as the device says, otherwise as its User-Agent does. */
export function agentOf(by: DeviceActor, { browser, os }: Report) {
  let read = agents.get(by.userAgent)
  if (!read) {
    const agent = readAgent(by.userAgent)
    read = { browser: agent.browser, os: agent.operatingSystem }
    if (agents.size >= MOST_AGENTS) agents.clear()
    agents.set(by.userAgent, read)
  }
  return { browser: browser ?? read.browser, os: os ?? read.os }
}

/** Keeps them in one statement and answers the keys that were good. */
async function keep(db: Db, beats: Beat[]): Promise<Set<string>> {
  const rows = await rowsOf<{ key: string }>(
    db,
    sql`select keep_beats(${JSON.stringify(beats)}::jsonb, make_interval(secs => ${OFFLINE_AFTER_S})) as key`,
  )
  return new Set(rows.map((row) => row.key))
}

/** So many devices go to the disk together at most. */
const MOST_AT_ONCE = 500

interface Waiting {
  beat: Beat
  settle: ((isKept: boolean) => void)[]
  fail: ((error: unknown) => void)[]
}

/**
 * Resolves when the beat is on the disk. While one statement is under way, the beats that come are gathered for the
 * next, so that many share one commit; a beat that comes alone waits for nobody.
 */
export function createBeats({ db, clock }: Pick<House, 'db' | 'clock'>) {
  let waiting = new Map<string, Waiting>()
  let isUnderWay = false

  const flush = async () => {
    isUnderWay = true
    while (waiting.size > 0) {
      const batch = [...waiting.values()].slice(0, MOST_AT_ONCE)
      waiting = new Map([...waiting].slice(MOST_AT_ONCE))
      try {
        const kept = await keep(
          db,
          batch.map((one) => one.beat),
        )
        for (const { beat, settle } of batch) for (const one of settle) one(kept.has(beat.key))
      } catch (error) {
        for (const { fail } of batch) for (const one of fail) one(error)
      }
    }
    isUnderWay = false
  }

  return async (by: DeviceActor, report: Report): Promise<void> => {
    const isKept = await new Promise<boolean>((settle, fail) => {
      const former = waiting.get(by.keyHash)
      const beat = {
        ...former?.beat,
        ...report,
        ...agentOf(by, report),
        key: by.keyHash,
        at: clock.now(),
        beats: (former?.beat.beats ?? 0) + 1,
        ip: by.ip,
      }
      waiting.set(by.keyHash, {
        beat,
        settle: [...(former?.settle ?? []), settle],
        fail: [...(former?.fail ?? []), fail],
      })
      if (!isUnderWay) void flush()
    })
    if (!isKept) throw unknownDeviceKey()
  }
}
