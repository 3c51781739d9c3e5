import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, rmSync, utimesSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export const ROOT = join(import.meta.dirname, '..')
const CLONES = join(ROOT, '.cache/release')

/** The folder `dist` of a release that is made of the last commit, in a clone of its own. */
export function makeRelease(clone: string, env: Record<string, string> = {}, umask = '022'): string {
  const folder = join(CLONES, clone)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(dirname(folder), { recursive: true })
  execFileSync('git', ['clone', '--quiet', ROOT, folder])
  for (const each of ['node_modules', 'server/node_modules', 'sandbox/node_modules', 'console/node_modules']) {
    if (existsSync(join(ROOT, each))) execFileSync('cp', ['-al', join(ROOT, each), join(folder, each)])
  }
  // As old as it is where these were installed by it, so that they are not installed again.
  utimesSync(join(folder, 'package-lock.json'), 0, 0)
  execFileSync('sh', ['-c', `umask ${umask}; npm run --silent release`], {
    cwd: folder,
    env: { ...process.env, ...env },
  })
  return join(folder, 'dist')
}

export const removeReleases = () => rmSync(CLONES, { recursive: true, force: true })

const NOBODY = 65_534
/** What a start in production asks for. */
const SETTINGS = {
  PUBLIC_URL: 'http://127.0.0.1:4000',
  OWNER_EMAIL: 'owner@masjid.example',
  OWNER_PASSWORD: 'Tall-Palm-41-Rivers',
  SMTP_URL: 'smtp://127.0.0.1:2525',
  MAIL_FROM: 'console@masjid.example',
  LOG_LEVEL: 'silent',
}

const CONFINED = `
root=$1 data=$2 inside=$3
shift 3
ip link set lo up
[ "$root" = / ] || {
  mount --bind "$root" "$root"
  mount -t proc proc "$root/proc"
  mount --rbind /dev "$root/dev"
}
mount --bind "$data" "$root$inside"
mount -o remount,bind,ro "$root"
exec setpriv --no-new-privs chroot --userspec=${NOBODY}:${NOBODY} --groups= "$root" "$@"`

interface Confined {
  command: string[]
  /** The one folder that it may write. */
  dataDir: string
  /** Of an image: its root, where the folder is mounted in it, and its environment. */
  image?: { root: string; volume: string; env: string[] }
}

/** Runs a command as nobody, on a root that cannot be written, without any network but its own loopback. */
export function startConfined({ command, dataDir, image }: Confined) {
  mkdirSync(dataDir, { recursive: true })
  chownSync(dataDir, NOBODY, NOBODY)
  chmodSync(dataDir, 0o700)
  const { root, volume, env } = image ?? { root: '/', volume: dataDir, env: [`DATA_DIR=${dataDir}`] }
  const settings = Object.entries(SETTINGS).map(([name, value]) => `${name}=${value}`)
  const run = [root, dataDir, volume, 'env', '-i', 'PATH=/usr/bin:/bin', ...settings, ...env, ...command]
  const child = spawn('unshare', ['--mount', '--net', '--propagation=private', 'sh', '-euc', CONFINED, 'sh', ...run], {
    cwd: '/',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const output of [child.stdout, child.stderr]) {
    output.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
  }
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  return { pid: child.pid!, said: () => said, ended, kill: (signal: NodeJS.Signals) => child.kill(signal) }
}

/** The status of an address of it, 0 while nobody answers. */
function ask(pid: number, path: string): number {
  const args = ['--net', `--target=${pid}`, 'curl', '-s', '-o', '/dev/null', '-w', '%{http_code}']
  try {
    return Number(execFileSync('nsenter', [...args, `http://127.0.0.1:4000${path}`], { encoding: 'utf8' }))
  } catch {
    return 0
  }
}

/** Milliseconds until it answers. */
export async function untilAnswered(pid: number, path: string): Promise<number> {
  const start = performance.now()
  while (ask(pid, path) !== 200) {
    if (performance.now() - start > 60_000) throw new Error(`${path} was not answered within a minute`)
    await sleep(20)
  }
  return performance.now() - start
}
