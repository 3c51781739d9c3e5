import { basename, resolve } from 'node:path'
import { registryKindNames } from '@hikmah/contract/irs-registry/words'
import { FUTURE_DATE, isInFuture } from '../src/irs-registry/imports.ts'
import { systemActor } from '../src/kit/auth/actor.ts'
import { newId } from '../src/kit/db/ids.ts'
import { readConfig } from '../src/kit/process/config.ts'
import { ConfigError, readArguments } from '../src/kit/process/config-error.ts'
import { errorText } from '../src/kit/process/log.ts'
import { importFiles } from './import-files.ts'
import { createProgressLine } from './progress-line.ts'
import { readUploaded } from './uploaded.ts'
import { withOwner } from './with-owner.ts'

const USAGE = `Name the files: npm run irs:import -- FILE… [--date YYYY-MM-DD] [--force]
  EO BMF (CSV), Publication 78 and automatic revocations (text), each plain or as a zip. All EO BMF files of one
  command are one snapshot. --date is the day they were published, otherwise the day each file was made; --force takes
  files with fewer than 95% of the rows that are in place.`

const isDay = (text: string) =>
  /^(?!0000)\d{4}-\d\d-\d\d$/.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  new Date(text).toISOString().startsWith(text)
const say = (line: string) => void process.stderr.write(`${line}\n`)

async function main() {
  process.umask(0o077)
  const { values, positionals } = readArguments(USAGE, {
    allowPositionals: true,
    options: {
      date: { type: 'string' },
      force: { type: 'boolean', default: false },
      // Of an import that was set off in the console, which starts this with it.
      id: { type: 'string' },
    },
  })
  const { date = null, force, id } = values
  if (!id && positionals.length === 0) throw new ConfigError(USAGE)
  if (date !== null && !isDay(date)) throw new ConfigError(`--date ${date} is not a date like 2026-11-10`)
  if (date !== null && isInFuture(date, new Date())) throw new ConfigError(`--date ${date}: ${FUTURE_DATE}`)
  const config = readConfig({ ...process.env, NODE_ENV: 'development' })
  const { status, made, problem } = await withOwner(config, async (owned) => {
    const uploaded = id ? await readUploaded(owned.url, config, id) : undefined
    const line = createProgressLine()
    const outcome = await importFiles(owned, {
      id: id ?? newId(),
      by: systemActor('npm run irs:import'),
      paths: positionals.map((path) => ({ path: resolve(process.env.INIT_CWD ?? '.', path), name: basename(path) })),
      force,
      snapshotOn: date,
      ...uploaded,
      onProgress: line.show,
      onBegin: (cancel) => {
        // Ctrl+C at a terminal comes twice, since npm passes it on.
        process.on('SIGINT', cancel).on('SIGTERM', cancel)
        // The console that started this has ended.
        if (id) process.stdin.resume().once('end', () => process.exit(1))
      },
    })
    line.close()
    return outcome
  })
  for (const { kind, rows, isUnchanged } of made) {
    const count = `${rows.toLocaleString('en-US')} rows`
    say(
      `${registryKindNames[kind]}: ${isUnchanged ? `nothing to do, this file is in place (${count})` : `${count} are in place`}`,
    )
  }
  if (problem) say(problem)
  if (status === 'cancelled')
    say(made.length > 0 ? 'Cancelled. Nothing more is changed.' : 'Cancelled. The registry is as it was.')
  if (status !== 'imported' && status !== 'unchanged') process.exitCode = 1
}

main()
  .catch((error: unknown) => {
    say(error instanceof ConfigError ? error.message : errorText(error))
    process.exitCode = 1
  })
  // A pipe to the console that started this would keep it.
  .finally(() => process.stdin.destroy())
