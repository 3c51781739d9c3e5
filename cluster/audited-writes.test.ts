import { expect, test } from 'vitest'
import { verifyTrail } from '../server/src/kit/audit/verify-trail.ts'
import { createTemplate, onServer, startCluster } from '../server/test/cluster.ts'
import { atTheEnd, startServer } from '../server/test/start.ts'
import { writeEntry } from '../server/test/trail.ts'

const IN_FLIGHT = 20
const WRITES = 1000
const LATENCIES_MS = [0, 5, 10]

/** Writes to the disk, since a commit waits for its latency only where it waits for the disk. */
const cluster = await startCluster({ fsync: 'on', commit_siblings: '0', autovacuum_naptime: '10min' })
atTheEnd(cluster.stop)
const serverUrl = cluster.urlOf('postgres')
const { house } = await startServer({}, { serverUrl, template: await createTemplate(serverUrl) })

/** Each commit takes so much longer, as on a server whose copy elsewhere acknowledges it. */
const delayCommits = (ms: number) =>
  onServer(serverUrl, [
    `alter system set commit_delay = ${ms * 1000}`,
    'select pg_reload_conf()',
    'select pg_sleep(0.2)',
  ])

/** In writes a second. */
async function measure(write: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  let left = WRITES
  const writers = Array.from({ length: IN_FLIGHT }, async () => {
    while (left > 0) {
      left -= 1
      await write()
    }
  })
  await Promise.all(writers)
  return WRITES / ((performance.now() - began) / 1000)
}

async function measureAll(what: string, write: () => Promise<unknown>) {
  await measure(write)
  const rates: number[] = []
  for (const ms of LATENCIES_MS) {
    await delayCommits(ms)
    rates.push(await measure(write))
  }
  await delayCommits(0)
  console.info(`${what}: ${LATENCIES_MS.map((ms, n) => `+${ms} ms ${rates[n]!.toFixed(0)}/s`).join(', ')}`)
  return rates
}

test(`audited writes do not wait for one another's commit: ${IN_FLIGHT} in flight`, async () => {
  const [prompt, , slow] = await measureAll('audited writes', () => writeEntry(house))
  expect(slow! / prompt!).toBeGreaterThan(0.8)
  await house.sealer.seal()
  expect(await verifyTrail(house.database, house.keys)).toMatchObject({ ok: true, entries: 4 * WRITES })
})
