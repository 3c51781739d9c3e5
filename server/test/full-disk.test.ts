import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { temporaryFolder } from './cluster.ts'
import { TESTED } from './process.ts'

const root = temporaryFolder('hikmah-full-disk-')
afterAll(() => rmSync(root, { recursive: true, force: true }))
const disk = join(root, 'disk')
mkdirSync(disk)

const START = `DATA_DIR=${disk}/data exec timeout 30 node ${TESTED}`

/** What a console says on a disk of so many megabytes, which only it can see. */
function startOn(megabytes: number, before = '') {
  const mount = `mount -t tmpfs -o size=${megabytes}m,mode=711 none ${disk} || exit 77`
  const env = { ...process.env, NODE_ENV: 'development', DATABASE_URL: '', DEMO_DATA: 'false', PORT: '0' }
  const script = `${mount}; ${before} ${START}`
  return spawnSync('unshare', ['--mount', 'sh', '-c', script], {
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
  })
}

const canMount =
  process.platform === 'linux' &&
  process.geteuid?.() === 0 &&
  spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'none', disk]).status === 0

test.runIf(canMount).each([
  ['too small for a first start', 8, ''],
  [
    'that filled up since',
    150,
    `(${START.replace('exec timeout 30', 'timeout 8')}) 2>&-; dd if=/dev/zero of=${disk}/full bs=64k 2>&-;`,
  ],
])(
  'on a disk %s the console says so in a sentence and ends',
  (_, megabytes, before) => {
    const { status, stderr } = startOn(megabytes, before)
    expect(stderr).toBe('The disk is full. Free some space and start again.\n')
    expect(status).toBe(1)
  },
  60_000,
)
