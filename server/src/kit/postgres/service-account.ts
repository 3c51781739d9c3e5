import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** The account PostgreSQL runs as, for `spawn`; empty where it is the account of the console. */
export interface ServiceAccount {
  uid?: number
  gid?: number
}

/** Where root keeps what that account must reach when it may not pass the checkout. */
export const SYSTEM_FOLDER = '/var/lib/hikmah-console'

/** Makes that folder; whatever the umask says, everybody may pass it. */
export function makeSystemFolder() {
  mkdirSync(SYSTEM_FOLDER, { recursive: true })
  chmodSync(SYSTEM_FOLDER, 0o755)
}

/** On every Unix: the account that owns nothing. */
const NOBODY = 65_534

/**
 * PostgreSQL refuses to run as root, so under root it runs as an account without rights: the one that owns the data
 * directory already, else `nobody`.
 */
export function serviceAccount(dataDirectory: string): ServiceAccount {
  if (process.geteuid?.() !== 0) return {}
  const owner = existsSync(dataDirectory) ? statSync(dataDirectory) : undefined
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : { uid: NOBODY, gid: NOBODY }
}

/**
 * The first folder on the way to `path` that the account may not pass, from the root down. It is asked as that account:
 * the mode of a folder does not tell of access lists, and root's own rights would hide everything.
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
