import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { archiveTo } from '../src/kit/postgres/archive.ts'
import { findRunning, openEmbedded } from '../src/kit/postgres/embedded.ts'
import { type Config, readConfig } from '../src/kit/process/config.ts'
import { ConfigError } from '../src/kit/process/config-error.ts'
import { postgresFolder } from '../src/kit/process/data-directory.ts'
import { errorText } from '../src/kit/process/log.ts'
import { release } from '../src/kit/process/release.ts'

export const say = (line: string) => void process.stderr.write(`${line}\n`)

/** How people call it: `npm run backup -- FILE` in a checkout, `hikmah-console backup FILE` in a release. */
export const spellCommand = (command: string, words: string) =>
  release.commit ? `hikmah-console ${command} ${words}` : `npm run ${command} -- ${words}`

/** Runs a command, such as `npm run backup`, in the environment of the console. */
export async function runCommand(work: (config: Config) => Promise<void>): Promise<void> {
  process.umask(0o077)
  try {
    // What the console asks of a server in production is nothing to a copy of its data.
    await work(readConfig({ ...process.env, NODE_ENV: 'development' }))
  } catch (error) {
    say(error instanceof ConfigError ? error.message : errorText(error))
    process.exitCode = 1
  }
}

/** The one file that was named, from where npm was called. */
export function onlyFile(usage: string, [file, ...rest]: string[]): string {
  if (!file || rest.length > 0) throw new ConfigError(usage)
  return resolve(process.env.INIT_CWD ?? '.', file)
}

export function assertNew(file: string) {
  if (!existsSync(dirname(file))) throw new ConfigError(`${dirname(file)} does not exist.`)
  if (existsSync(file)) throw new ConfigError(`${file} already exists. Nothing was overwritten; choose another name.`)
}

/** The database, wherever it runs: at a server, beside a running console, or started for this. */
export async function withDatabase(config: Config, work: (url: string) => Promise<void>) {
  if (config.ownerDatabaseUrl) return work(config.ownerDatabaseUrl)
  const running = await findRunning(config.dataDir)
  if (running) return work(running.url).finally(running.leave)
  if (!existsSync(postgresFolder(config.dataDir)))
    throw new ConfigError(`DATA_DIR: there is no database in ${config.dataDir}`)
  const database = await openEmbedded(config.dataDir, archiveTo(config.walArchiveDir))
  return work(database.server.urlOf('postgres')).finally(() => database.close())
}
