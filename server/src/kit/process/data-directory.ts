import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { accessSync, chmodSync, constants, existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ConfigError } from './config-error.ts'

/** The account PostgreSQL runs as, for `spawn`; empty for the account of the console. */
export interface ServiceAccount {
  uid?: number
  gid?: number
}

/** Root stores here what that account must reach when it may not pass the checkout. */
export const SYSTEM_FOLDER = '/var/lib/hikmah-console'

export function makeSystemFolder() {
  mkdirSync(SYSTEM_FOLDER, { recursive: true })
  chmodSync(SYSTEM_FOLDER, 0o755)
}

/** The account that owns nothing, on every Unix. */
const NOBODY = 65_534

/** PostgreSQL refuses to run as root, so under root it runs as the owner of the data directory, else as `nobody`. */
export function serviceAccount(dataDirectory: string): ServiceAccount {
  if (process.geteuid?.() !== 0) return {}
  const owner = existsSync(dataDirectory) ? statSync(dataDirectory) : undefined
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : { uid: NOBODY, gid: NOBODY }
}

/**
 * The first folder on the way to `path` that the account may not pass. A process of that account asks: the mode of a
 * folder omits access lists, and root's own rights would hide everything.
 */
export function findImpassable(path: string, account: ServiceAccount): string | undefined {
  const folders: string[] = []
  for (let folder = resolve(path); ; folder = dirname(folder)) {
    folders.unshift(folder)
    if (folder === dirname(folder)) break
  }
  const ask = 'for folder do [ -x "$folder" ] || { printf %s "$folder"; exit; }; done'
  const existing = folders.filter((folder) => existsSync(folder))
  const { stdout } = spawnSync('/bin/sh', ['-c', ask, 'sh', ...existing], { ...account, cwd: '/', encoding: 'utf8' })
  return stdout || undefined
}

export const postgresFolder = (dataDir: string) => join(dataDir, 'postgres')

/** `./data`, or below /var/lib if root started the console where PostgreSQL's account may not pass. */
export function defaultDataDir(checkout = process.cwd()): string {
  const beside = join(checkout, 'data')
  const account = serviceAccount(postgresFolder(beside))
  if (account.uid === undefined || !findImpassable(checkout, account)) return beside
  return join(SYSTEM_FOLDER, `data-${createHash('sha256').update(resolve(checkout)).digest('hex').slice(0, 12)}`)
}

const READ_OR_WRITE = 0o066
const SHARED = 0o1002

/**
 * Nobody else may read password hashes, mailed codes and tax papers, even in a directory that was there before. In
 * production its owner has to close it, since others may already have read the files. What is not a directory, or is
 * shared by everybody as /tmp is, is refused.
 */
export function closeToOthers({ dataDir, production }: { dataDir: string; production: boolean }) {
  // Modes say nothing on Windows.
  if (process.platform === 'win32') return
  for (const folder of [dataDir, join(dataDir, 'uploads')]) {
    if (!existsSync(folder)) continue
    const found = statSync(folder)
    const { mode, uid } = found
    if (!found.isDirectory()) throw new ConfigError(`DATA_DIR: ${folder} is not a directory. Choose another one.`)
    if ((mode & SHARED) === SHARED)
      throw new ConfigError(`DATA_DIR: everybody on this machine uses ${folder}. Choose a directory below it.`)
    if ((mode & READ_OR_WRITE) === 0) continue
    if (production && folder === dataDir)
      throw new ConfigError(`DATA_DIR: others may read or write ${folder}. Close it (chmod go-rw) and start again.`)
    if (uid === process.geteuid?.()) chmodSync(folder, mode & 0o7777 & ~READ_OR_WRITE)
  }
}

/** Runs before anything that would stop half way. A missing folder will be created in the nearest one above. */
export function assertWritable({ dataDir, storageUrl, walArchiveDir, ...used }: DataDirectory) {
  const storageDir = storageUrl.protocol === 'file:' ? fileURLToPath(storageUrl) : undefined
  const isStoredThere = storageDir?.startsWith(join(dataDir, '/'))
  const isNeeded = isStoredThere || !used.databaseUrl || !used.secretKey || used.sandbox !== undefined
  for (const [name, folder] of Object.entries({
    ...(isNeeded && { DATA_DIR: dataDir }),
    ...(storageDir && !isStoredThere && { STORAGE_URL: storageDir }),
    ...(walArchiveDir && { WAL_ARCHIVE_DIR: walArchiveDir }),
  })) {
    try {
      accessSync(nearestTo(folder), constants.W_OK | constants.X_OK)
    } catch (error) {
      const { code } = error as { code?: string }
      throw new ConfigError(`${name}: nothing can be written to ${nearestTo(folder)} (${code}). ${CHOOSE}`)
    }
  }
}

interface DataDirectory {
  dataDir: string
  storageUrl: URL
  walArchiveDir: string | undefined
  databaseUrl: string | undefined
  secretKey: string | undefined
  sandbox: object | undefined
}
const CHOOSE = 'Give this account the right to write there, or choose another directory.'
const nearestTo = (folder: string): string => (existsSync(folder) ? folder : nearestTo(dirname(folder)))

/** Creates the folders above one by one: a recursive mkdir never ends where none can be made, as below /proc. */
export function makeDataDirectory(dataDir: string, mode: number) {
  if (existsSync(dataDir)) return
  makeDataDirectory(dirname(dataDir), mode)
  try {
    mkdirSync(dataDir, { mode })
  } catch (error) {
    const { code } = error as { code?: string }
    if (code !== 'EEXIST') throw new ConfigError(`DATA_DIR: ${dataDir} cannot be made (${code}). Choose another one.`)
  }
}

/** PostgreSQL's account may pass the directory, and nobody else may read it. */
export function prepareDataDirectory(dataDir: string) {
  const account = serviceAccount(postgresFolder(dataDir))
  if (dirname(resolve(dataDir)) === SYSTEM_FOLDER) makeSystemFolder()
  makeDataDirectory(dataDir, account.uid === undefined ? 0o700 : 0o711)
  letPass('DATA_DIR', dataDir, account, 'set DATABASE_URL')
}

/** Lets the account pass a folder of ours, and refuses one that lies behind another that it may not pass. */
export function letPass(name: string, folder: string, account: ServiceAccount, instead: string) {
  if (account.uid === undefined || !findImpassable(folder, account)) return
  const mode = statSync(folder).mode & 0o7777
  chmodSync(folder, mode | 0o011)
  const closed = findImpassable(folder, account)
  if (!closed) return
  chmodSync(folder, mode)
  throw new ConfigError(
    `${name}: PostgreSQL runs as an unprivileged account here, which may not pass ${closed}. Choose another directory, let others pass this one (chmod o+x), or ${instead}.`,
  )
}
