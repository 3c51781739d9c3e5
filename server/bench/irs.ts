import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { generate } from '../irs/generate.ts'
import { makeRow } from '../irs/generate-rows.ts'
import { importerCommand } from '../src/irs-registry/imports.ts'
import { findRowsByName, readEvidence, registryVersion } from '../src/irs-registry/queries.ts'
import { type Db, openPostgres, rowsOf } from '../src/kit/db/db.ts'
import { findRunning } from '../src/kit/postgres/embedded.ts'
import { projectRoot } from '../src/kit/process/project-root.ts'
import { MAIN, startProcess } from '../test/process.ts'
import { prepare } from './databases.ts'

const ORGANIZATIONS = 10_000
const LIST = '/api/hikmah/getAllOrganizations?page=1&limit=10'
const LOOK_UPS = 500
const BEFORE_MS = 20_000

const percentile = (values: number[], part: number) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? Number.NaN
const line = (what: string, figure: string) => console.log(`  ${what.padEnd(46)}${figure}`)
const count = (number: number) => Math.round(number).toLocaleString('en-US')

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/** A page of a list, again and again with a breath between, as somebody who works. */
async function readPages(url: string, token: string, isOver: () => boolean): Promise<number[]> {
  const times: number[] = []
  while (!isOver()) {
    times.push(await timed(() => fetch(url, { headers: { token } }).then((reply) => reply.arrayBuffer())))
    await sleep(20)
  }
  return times
}

interface Run {
  child: ChildProcess
  ended: Promise<number | null>
  /** The most memory it ever had, in MB; where the system tells. */
  peak(): number
  said(): string
}

function startImport(env: Record<string, string>, file: string): Run {
  const [program, ...args] = importerCommand()
  const child = spawn(program!, [...args, file], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (text) => {
    said += text
  })
  let peak = 0
  const status = `/proc/${child.pid}/status`
  const timer = setInterval(() => {
    const [, kilobytes = '0'] = (existsSync(status) && /VmHWM:\s+(\d+)/.exec(readFileSync(status, 'utf8'))) || []
    peak = Math.max(peak, Number(kilobytes) / 1024)
  }, 200)
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve)).finally(() =>
    clearInterval(timer),
  )
  return { child, ended, peak: () => peak, said: () => said }
}

async function lookUp(db: Db, rows: number) {
  const chosen = Array.from({ length: LOOK_UPS }, (_, i) => makeRow(Math.floor((i * rows) / LOOK_UPS), 1, rows))
  // Every second one a mosque, which share most of their words.
  const named = Array.from({ length: LOOK_UPS }, (_, i) =>
    makeRow(i % 2 ? Math.floor((i * rows) / LOOK_UPS) : 7 + 600 * Math.floor(((i / LOOK_UPS) * rows) / 600), 1, rows),
  )
  const nothing: number[] = []
  const byEin: number[] = []
  const byName: number[] = []
  let found = 0
  for (const { ein } of chosen) {
    nothing.push(await timed(() => db.execute(sql`select 1`)))
    byEin.push(await timed(() => readEvidence(db, `${ein.slice(0, 2)}-${ein.slice(2)}`)))
  }
  for (const { name, state, ein } of named) {
    let rowsFound: { ein: string }[] = []
    byName.push(
      await timed(async () => {
        rowsFound = await findRowsByName(db, { name, state }, 5)
      }),
    )
    if (rowsFound.some((row) => row.ein.replace('-', '') === ein)) found += 1
  }
  line('select 1, p50 and p95 ms', `${percentile(nothing, 0.5).toFixed(2)}  ${percentile(nothing, 0.95).toFixed(2)}`)
  line('look-up by EIN, p50 and p95 ms', `${percentile(byEin, 0.5).toFixed(2)}  ${percentile(byEin, 0.95).toFixed(2)}`)
  line(
    'look-up by name and state, p50 and p95 ms',
    `${percentile(byName, 0.5).toFixed(2)}  ${percentile(byName, 0.95).toFixed(2)}`,
  )
  line('rows found among the first 5 under their name', `${found} of ${named.length}`)
}

/** The import of so many rows into the embedded database, while somebody turns the pages of a list. */
export async function benchImport(rows: number) {
  execFileSync(process.execPath, [join(projectRoot, 'scripts/prepare.mjs'), 'server'])
  const folder = mkdtempSync(join(tmpdir(), 'hikmah-irs-'))
  const file = await generate('eo-bmf', rows, 1, folder)
  const { env, token, remove } = await prepare(ORGANIZATIONS, undefined)
  const ours = await startProcess(env, MAIN)
  const running = await findRunning(env.DATA_DIR!)
  const database = openPostgres(running!.url)
  const { db } = database
  try {
    console.log(`\nimport of ${count(rows)} rows of the EO BMF, embedded, beside ${count(ORGANIZATIONS)} organizations`)
    const until = Date.now() + BEFORE_MS
    const before = await readPages(ours.url + LIST, token, () => Date.now() > until)
    let isDone = false
    const began = Date.now()
    const run = startImport(env, file)
    const reading = readPages(ours.url + LIST, token, () => isDone)
    const code = await run.ended
    isDone = true
    const seconds = (Date.now() - began) / 1000
    const meanwhile = await reading
    if (code !== 0) throw new Error(run.said())
    line('seconds, rows a second', `${seconds.toFixed(0)}  ${count(rows / seconds)}`)
    line('peak memory of the importer, MB', run.peak().toFixed(0))
    const [size] = await rowsOf<{ rows: string; all: string }>(
      db,
      sql`select pg_relation_size('irs_organizations') as rows, pg_total_relation_size('irs_organizations') as all`,
    )
    line(
      'on disk, MB, of which indexes',
      `${count(Number(size!.all) / 1e6)}  ${count((Number(size!.all) - Number(size!.rows)) / 1e6)}`,
    )
    const [was, is] = [percentile(before, 0.95), percentile(meanwhile, 0.95)]
    line(
      'list page, p95 ms before and meanwhile',
      `${was.toFixed(1)}  ${is.toFixed(1)}   ${(is / was).toFixed(2)} of before`,
    )
    await lookUp(db, rows)
    const version = await registryVersion(db)
    const again = startImport(env, file)
    await again.ended
    line('the same file again', `${again.said().trim()}; version ${version} and ${await registryVersion(db)}`)
    const other = startImport(env, await generate('eo-bmf', Math.floor(rows * 0.96), 2, folder))
    await sleep(8000)
    other.child.kill('SIGKILL')
    await other.ended
    const { row } = await readEvidence(db, '01-0000000')
    const [{ kept } = { kept: '' }] = await rowsOf<{ kept: string }>(
      db,
      sql`select count(*) as kept from irs_organizations`,
    )
    line(
      'another, killed (-9) after 8 s',
      `version ${await registryVersion(db)}, ${count(Number(kept))} rows, ${row?.name}`,
    )
  } finally {
    await database.close()
    running!.leave()
    await ours.stop()
    await remove()
    rmSync(folder, { recursive: true, force: true })
  }
}
