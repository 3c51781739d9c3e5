import { invites } from '@hikmah/contract/invites/endpoints'
import { organizations } from '@hikmah/contract/organizations/endpoints'
import { expect, test } from 'vitest'
import { verifyTrail } from '../server/src/kit/audit/verify-trail.ts'
import { newId } from '../server/src/kit/db/ids.ts'
import { createTemplate, onServer, startCluster } from '../server/test/cluster.ts'
import { atTheEnd, startServer } from '../server/test/start.ts'
import { writeEntry } from '../server/test/trail.ts'

const IN_FLIGHT = 20
const LATENCIES_MS = [0, 5, 10]

/** Writes to the disk, since a commit waits for its latency only where it waits for the disk. */
const cluster = await startCluster({ fsync: 'on', commit_siblings: '0', autovacuum_naptime: '10min' })
atTheEnd(cluster.stop)
const serverUrl = cluster.urlOf('postgres')
const { house, given, as } = await startServer({}, { serverUrl, template: await createTemplate(serverUrl) })

/** Each commit takes so much longer, as on a server whose copy elsewhere acknowledges it. */
const delayCommits = (ms: number) =>
  onServer(serverUrl, [
    `alter system set commit_delay = ${ms * 1000}`,
    'select pg_reload_conf()',
    'select pg_sleep(0.2)',
  ])

/** In writes a second. */
async function measure(writes: number, write: (n: number) => Promise<unknown>): Promise<number> {
  const began = performance.now()
  let begun = 0
  const writers = Array.from({ length: IN_FLIGHT }, async () => {
    while (begun < writes) {
      begun += 1
      await write(begun)
    }
  })
  await Promise.all(writers)
  return writes / ((performance.now() - began) / 1000)
}

async function measureAll(what: string, writes: number, write: (n: number) => Promise<unknown>) {
  await measure(writes, write)
  const rates: number[] = []
  for (const ms of LATENCIES_MS) {
    await delayCommits(ms)
    rates.push(await measure(writes, write))
  }
  await delayCommits(0)
  const told = LATENCIES_MS.map((ms, n) => `+${ms} ms ${rates[n]!.toFixed(0)}/s`)
  console.info(`${what}, ${IN_FLIGHT} in flight: ${told.join(', ')}`)
  return { prompt: rates[0]!, slow: rates.at(-1)! }
}

test('entries of the audit trail share commits: with 10 ms of each, one after another would be 100 a second', async () => {
  const { slow } = await measureAll('entries', 1000, () => writeEntry(house))
  expect(slow).toBeGreaterThan(500)
})

test('as many organizations are updated with 10 ms of commit latency as without', async () => {
  const admin = await as('admin')
  const mosques = await Promise.all(Array.from({ length: IN_FLIGHT }, () => given.organization()))
  const { prompt, slow } = await measureAll('updates of organizations', 400, async (n) => {
    const params = { id: mosques[n % IN_FLIGHT]!.id }
    const reply = await admin(organizations.updateOrganization, { params, body: { orgName: `Masjid ${newId()}` } })
    expect(reply.status).toBe(200)
  })
  expect(slow / prompt).toBeGreaterThan(0.8)
})

test('as many organizations are invited with 10 ms of commit latency as without', async () => {
  const admin = await as('admin')
  const { prompt, slow } = await measureAll('invites', 400, async () => {
    const orgEmail = `${newId()}@masjid.example`
    const body = {
      orgName: 'Masjid al-Huda',
      orgAdmin: 'Omar Farouk',
      orgEmail,
      phoneFax: { primaryPhone: '(510) 555-0123' },
    }
    const reply = await admin(invites.inviteOrganization, { body })
    expect(reply.status).toBe(200)
  })
  expect(slow / prompt).toBeGreaterThan(0.8)
})

test('after all that the trail is whole', async () => {
  await house.sealer.seal()
  expect(await verifyTrail(house.database, house.keys)).toMatchObject({ ok: true })
})
