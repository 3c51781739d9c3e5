import type { Parsed } from '@hikmah/contract/endpoint'
import type { hardware } from '@hikmah/contract/hardware/endpoints'
import { OFFLINE_AFTER_S } from '@hikmah/contract/hardware/schemas'
import { sql } from 'drizzle-orm'
import type { Reads } from '../house.ts'
import type { DeviceActor } from '../kit/auth/actor.ts'
import { readAgent } from '../kit/auth/agent.ts'
import { type Db, rowsOf } from '../kit/db/db.ts'
import { gather } from '../kit/db/gather.ts'
import { unknownDeviceKey } from '../kit/errors/refusal.ts'

type Report = NonNullable<Parsed<typeof hardware.heartbeat>['body']>

/** The form that the database function `keep_beats` reads. */
interface Beat extends Report {
  key: string
  at: Date
  beats: number
  ip: string
}

const MAX_AGENTS = 1000
const agents = new Map<string, { browser: string; os: string }>()

/** Browser and system: as the device says, otherwise as its User-Agent does. */
export function agentOf(actor: DeviceActor, { browser, os }: Report) {
  let read = agents.get(actor.userAgent)
  if (!read) {
    const agent = readAgent(actor.userAgent)
    read = { browser: agent.browser, os: agent.operatingSystem }
    if (agents.size >= MAX_AGENTS) agents.clear()
    agents.set(actor.userAgent, read)
  }
  return { browser: browser ?? read.browser, os: os ?? read.os }
}

/** Saves them in one statement, and returns for each whether its key was valid. Several of one device are merged. */
async function keep(db: Db, beats: Beat[]): Promise<boolean[]> {
  const byKey = new Map<string, Beat>()
  for (const beat of beats) {
    const former = byKey.get(beat.key)
    byKey.set(beat.key, { ...former, ...beat, beats: (former?.beats ?? 0) + 1 })
  }
  const sent = JSON.stringify([...byKey.values()])
  const rows = await rowsOf<{ key: string }>(
    db,
    sql`select keep_beats(${sent}::jsonb, make_interval(secs => ${OFFLINE_AFTER_S})) as key`,
  )
  const kept = new Set(rows.map((row) => row.key))
  return beats.map((beat) => kept.has(beat.key))
}

/** Resolves when the beat is on the disk. Those that come while others are written go to the disk together. */
export function createBeats({ db, clock }: Reads) {
  const keepGathered = gather((beats: Beat[]) => keep(db, beats))
  return async (actor: DeviceActor, report: Report): Promise<void> => {
    const seen = { ...report, ...agentOf(actor, report), ip: actor.ip, at: clock.now() }
    if (!(await keepGathered({ ...seen, key: actor.keyHash, beats: 1 }))) throw unknownDeviceKey()
  }
}
