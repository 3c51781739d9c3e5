import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { build } from 'rolldown'
import { expect, test } from 'vitest'
import { throttles } from '../server/src/kit/auth/throttle.ts'
import { DAY_S, secondsAfter } from '../server/src/kit/process/clock.ts'
import { projectRoot } from '../server/src/kit/process/project-root.ts'
import { media } from '../server/src/media/table.ts'
import { sweepFiles } from '../server/src/sweep-files.ts'
import { startServer } from '../server/test/start.ts'
import { startBucket } from '../server/test/stores.ts'

const KILLS = Number(process.env.KILL_ROUNDS ?? 1000)
const AT_ONCE = 3
const LONGEST_MS = 150

const SECRET_KEY = crypto.randomUUID()
const storageUrl = await startBucket()
const { house, db, url, given } = await startServer({ STORAGE_URL: storageUrl, SECRET_KEY })
const { id: staffId } = await given.staff('owner')

/** In one file it starts in half the time. */
const folder = join(projectRoot, '.cache/uploader')
await build({
  input: join(projectRoot, 'server/test/upload-until-killed.ts'),
  platform: 'node',
  external: ['sharp', 'pg-native'],
  output: { dir: folder, format: 'esm', cleanDir: true },
  logLevel: 'silent',
})

const told = new Set<string>()

/** Starts an uploader and kills it, as by a power cut, at any moment after its first upload. */
async function killOne() {
  await db.delete(throttles)
  const child = spawn('node', [join(folder, 'upload-until-killed.js'), url, storageUrl, SECRET_KEY, staffId], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<NodeJS.Signals | null>((resolve) => child.once('close', (_, signal) => resolve(signal)))
  const first = Promise.withResolvers<void>()
  createInterface(child.stdout).on('line', (id) => {
    told.add(id)
    first.resolve()
  })
  await Promise.race([first.promise, ended])
  await sleep(Math.random() * LONGEST_MS)
  child.kill('SIGKILL')
  expect(await ended).toBe('SIGKILL')
}

const namesIn = async () => (await Array.fromAsync(house.files.list())).flat().map(({ name }) => name)

test(`${KILLS} uploaders are killed: no upload is lost, none lacks its bytes, and the sweep leaves nothing else`, async () => {
  // So late that no file is young: the lock alone keeps the sweep from what is being uploaded.
  const sweeper = { ...house, clock: { now: () => secondsAfter(new Date(), 2 * DAY_S) } }
  let isOver = false
  let swept = 0
  const sweeping = (async () => {
    while (!isOver) {
      const before = new Set(await namesIn())
      await sweepFiles(sweeper)
      const after = new Set(await namesIn())
      swept += [...before].filter((name) => !after.has(name)).length
      await sleep(20)
    }
  })()
  let left = KILLS
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (left > 0) {
        left -= 1
        await killOne()
      }
    }),
  )
  isOver = true
  await sweeping

  const rows = await db.select().from(media)
  const named = new Set(rows.map(({ sha256 }) => sha256))
  const ids = new Set(rows.map(({ id }) => id))
  const orphans = (await namesIn()).filter((name) => !named.has(name)).length
  expect(
    [...told].filter((id) => !ids.has(id)),
    'lost',
  ).toEqual([])
  for (const sha256 of named) expect(await house.files.read(sha256)).toBeTruthy()
  await sweepFiles(sweeper)
  expect((await namesIn()).toSorted()).toEqual([...named].toSorted())
  for (const sha256 of named) expect(await house.files.read(sha256)).toBeTruthy()
  console.info(
    `${KILLS} kills: ${told.size} uploads told, ${rows.length} rows, all with their bytes; ${swept} files swept meanwhile, ${orphans} afterwards`,
  )
}, 3_600_000)
