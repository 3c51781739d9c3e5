// Plain JavaScript for the Node that npm itself runs on (20 or newer): makes a bare clone ready, and does nothing when
// it is. `npm start` and `npm test` then run on the Node that the repository brings along.
import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const at = (path) => join(root, path)
const options = { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' }

/** What runs for us at the moment. It ends with us, also where a supervisor tells npm alone. */
const running = new Set()

function run(command, args, stdio = 'inherit') {
  const child = spawn(command, args, { ...options, stdio })
  running.add(child)
  return new Promise((resolve, reject) => child.once('error', reject).once('close', resolve)).then((code) => {
    running.delete(child)
    if (code !== 0) throw new Error(`${command} ended with ${code}`)
  })
}

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    for (const child of running) child.kill(signal)
    rmSync(at(ADDRESSED), { force: true })
    process.kill(process.pid, signal)
  })
}

async function install() {
  const installed = at('node_modules/.package-lock.json')
  const isFresh = existsSync(installed) && statSync(installed).mtimeMs >= statSync(at('package-lock.json')).mtimeMs
  if (isFresh) return
  console.info('Installing the dependencies (about a minute) …')
  const ci = () => run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'])
  try {
    writeFileSync(at(ADDRESSED), JSON.stringify(addressedLock()))
    await ci()
  } catch {
    // A registry may keep its packages elsewhere.
    rmSync(at(ADDRESSED), { force: true })
    await ci()
  } finally {
    rmSync(at(ADDRESSED), { force: true })
  }
}

/** npm takes this for package-lock.json while it is there. */
const ADDRESSED = 'npm-shrinkwrap.json'

/**
 * The lockfile says no registry, and npm would ask the configured one where each package is: half of its time. All keep
 * them at the same address.
 */
function addressedLock() {
  const registry = execFileSync('npm', ['config', 'get', 'registry'], { ...options, stdio: 'pipe' })
    .toString()
    .trim()
  const lock = JSON.parse(readFileSync(at('package-lock.json'), 'utf8'))
  for (const [path, entry] of Object.entries(lock.packages)) {
    const name = entry.name ?? path.split('node_modules/').at(-1)
    if (entry.integrity) entry.resolved = new URL(`${name}/-/${basename(name)}-${entry.version}.tgz`, registry).href
  }
  return lock
}

const builds = [
  {
    name: 'console',
    sources: ['console', 'contract/src', 'package-lock.json'],
    command: ['node_modules/vite/bin/vite.js', 'build', 'console'],
  },
  {
    name: 'server',
    sources: [
      'server/src',
      'server/irs',
      'server/backup',
      'server/rolldown.config.ts',
      'contract/src',
      'package-lock.json',
    ],
    command: ['node_modules/rolldown/bin/cli.mjs', '--config', 'server/rolldown.config.ts'],
  },
]

function hashOf(sources) {
  const hash = createHash('sha256')
  const add = (path) => {
    if (statSync(at(path)).isDirectory()) {
      for (const name of readdirSync(at(path)).sort()) if (name !== 'dist') add(`${path}/${name}`)
    } else hash.update(path).update(readFileSync(at(path)))
  }
  for (const path of sources) add(path)
  return hash.digest('hex')
}

/** Builds what is older than its sources. */
async function build({ name, sources, command }) {
  const stamp = at(`${name}/dist/.built-from`)
  const hash = hashOf(sources)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return
  console.info(`Building the ${name} …`)
  // What is left of a build that was ended is no build, whatever the sources are then.
  rmSync(stamp, { force: true })
  // The bundler lists its files on stdout; what is wrong goes to stderr.
  await run(at('node_modules/.bin/node'), command, ['ignore', 'ignore', 'inherit'])
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, hash)
}

await install()
// Whoever builds: for tests the bundlers would keep names and paths.
process.env.NODE_ENV = 'production'
const [asked] = process.argv.slice(2)
if (asked !== 'install')
  await Promise.all(builds.filter(({ name }) => asked !== 'server' || name === 'server').map(build))
