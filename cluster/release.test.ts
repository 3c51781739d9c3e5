import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { temporaryFolder } from '../server/test/cluster.ts'
import { needs } from './needs.ts'
import { makeRelease, ROOT, removeReleases, startConfined, untilAnswered } from './release.ts'

const LARGEST = 250 * 1_000_000
const SLOWEST_START_MS = 3000
const MOST_STARTS = 10

const folder = temporaryFolder('hikmah-release-')
afterAll(() => {
  removeReleases()
  rmSync(folder, { recursive: true, force: true })
})

needs(
  'git',
  'openssl',
  'tar',
  'sha256sum',
)('a release', () => {
  const key = join(folder, 'key.pem')
  let dist: string
  let archive: string
  let unpacked: string
  let commit: string
  beforeAll(() => {
    commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: ROOT, encoding: 'utf8' }).trim()
    execFileSync('openssl', ['genpkey', '-algorithm', 'ed25519', '-out', key])
    dist = makeRelease('first', { RELEASE_SIGNING_KEY: key })
    archive = readdirSync(dist).find((name) => name.endsWith('.tar.gz'))!
    execFileSync('tar', ['-xzf', join(dist, archive), '-C', folder])
    unpacked = join(folder, archive.replace('.tar.gz', ''))
  })

  const sumsOf = (of: string) => readFileSync(join(of, 'SHA256SUMS'), 'utf8')

  test('is small, and its sums and its signature hold', () => {
    const { size } = statSync(join(dist, archive))
    process.stdout.write(`the archive has ${(size / 1_000_000).toFixed(1)} MB\n`)
    expect(size).toBeLessThan(LARGEST)
    execFileSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: dist })
    const publicKey = join(folder, 'key.pub')
    execFileSync('openssl', ['pkey', '-in', key, '-pubout', '-out', publicKey])
    const verify = ['-verify', '-pubin', '-inkey', publicKey, '-rawin', '-sigfile', join(dist, 'SHA256SUMS.sig'), '-in']
    execFileSync('openssl', ['pkeyutl', ...verify, join(dist, 'SHA256SUMS')])
    const changed = join(folder, 'changed')
    writeFileSync(changed, sumsOf(dist).replace(/^./, 'g'))
    expect(() => execFileSync('openssl', ['pkeyutl', ...verify, changed], { stdio: 'ignore' })).toThrow()
  })

  test('is made of the same bytes by anybody, anywhere, at any time', () => {
    const elsewhere = makeRelease('somewhere/quite/else', { TZ: 'Asia/Kathmandu', LC_ALL: 'C', HOME: folder }, '077')
    expect(sumsOf(elsewhere)).toBe(sumsOf(dist))
    const sum = createHash('sha256')
      .update(readFileSync(join(elsewhere, archive)))
      .digest('hex')
    expect(sumsOf(dist)).toContain(sum)
  })

  test('holds no path of the machine that made it, and nothing that only tests need', () => {
    const found = (text: string) => {
      try {
        return execFileSync('grep', ['-rlF', text, unpacked], { encoding: 'utf8' })
      } catch {
        return ''
      }
    }
    expect(found(ROOT)).toBe('')
    expect(readdirSync(join(unpacked, 'node_modules'))).not.toContain('vitest')
  })

  test('says which it is, and which materials it is made of', () => {
    const said = execFileSync(join(unpacked, 'bin/hikmah-console'), ['--version'], { encoding: 'utf8' })
    expect(said).toMatch(new RegExp(`^hikmah-console [\\d.]+ \\(${commit.slice(0, 12)}\\)\\n$`))
    const bill = JSON.parse(readFileSync(join(dist, archive.replace('.tar.gz', '.cdx.json')), 'utf8'))
    const names = bill.components.map(({ name }: { name: string }) => name)
    expect(names).toEqual(
      expect.arrayContaining(['fastify', 'zod', '@aws-sdk/client-s3', 'react', 'sharp', 'node', 'postgresql']),
    )
    expect(names).not.toContain('vitest')
  })

  needs(
    'root',
    'unshare',
    'setpriv',
    'ip',
    'nsenter',
    'curl',
  )('as nobody, on a root that cannot be written, without a network', () => {
    const program = () => join(unpacked, 'bin/hikmah-console')

    test('it starts on an empty folder within three seconds, and ends when it is told to', async () => {
      const took: number[] = []
      // A machine that does other things too is slow at some moments.
      for (let round = 1; round <= MOST_STARTS && !(Math.min(...took) <= SLOWEST_START_MS); round += 1) {
        const dataDir = join(folder, `data-${round}`)
        const { pid, said, kill, ended } = startConfined({ command: [program()], dataDir })
        took.push(
          await Promise.race([untilAnswered(pid, '/login'), ended.then(() => Promise.reject(new Error(said())))]),
        )
        await untilAnswered(pid, '/readyz')
        expect(readFileSync(`/proc/${pid}/status`, 'utf8')).toMatch(/^Uid:\s65534\s65534/m)
        kill('SIGTERM')
        expect(await ended, said()).toBe(0)
      }
      process.stdout.write(`cold starts took ${took.map((ms) => `${Math.round(ms)} ms`).join(', ')}\n`)
      expect(Math.min(...took)).toBeLessThanOrEqual(SLOWEST_START_MS)
    })

    test('its commands are called by its own name', () => {
      const { stderr } = spawnSync(program(), ['backup'], { encoding: 'utf8' })
      expect(stderr).toBe('Name the file to write: hikmah-console backup FILE\n')
    })

    test('what it backs up it restores', async () => {
      const dataDir = join(folder, 'data-1')
      const file = join(dataDir, 'console.backup')
      const backup = startConfined({ command: [program(), 'backup', file], dataDir })
      expect(await backup.ended, backup.said()).toBe(0)
      const fingerprint = /^[0-9a-f]{64}$/m.exec(backup.said())![0]
      mkdirSync(join(folder, 'restored'))
      const moved = join(folder, 'console.backup')
      execFileSync('cp', [file, moved])
      execFileSync('chown', ['65534', moved])
      const restore = startConfined({
        command: [program(), 'restore', moved, `--fingerprint=${fingerprint}`],
        dataDir: join(folder, 'restored'),
      })
      expect(await restore.ended, restore.said()).toBe(0)
      expect(restore.said()).toContain('Restored.')
    })
  })

  needs(
    'root',
    'buildah',
    'debootstrap',
    'unshare',
    'setpriv',
    'ip',
    'nsenter',
    'curl',
  )('its image', () => {
    const VOLUME = '/var/lib/hikmah-console'
    const storage = ['--root', join(folder, 'images'), '--runroot', join(folder, 'run'), '--storage-driver', 'vfs']
    const buildah = (...args: string[]) => execFileSync('buildah', [...storage, ...args], { encoding: 'utf8' }).trim()

    test('is built on a base of one’s own, and runs as nobody on a root that cannot be written', async (context) => {
      const base = findDebian()
      if (!base) context.skip('Debian’s packages cannot be fetched here')
      const container = buildah('from', 'scratch')
      buildah('add', '--quiet', container, base!, '/')
      buildah('commit', '--quiet', container, 'base')
      const file = join(unpacked, 'deploy/Containerfile')
      const options = ['--isolation', 'chroot', '--format', 'docker', '--build-arg', 'BASE=localhost/base']
      buildah('build', '--quiet', ...options, '-f', file, '-t', 'console', unpacked)
      const { Docker } = JSON.parse(buildah('inspect', '--type', 'image', 'console'))
      const { config } = Docker
      process.stdout.write(
        `the image has ${buildah('images', '--format={{.Size}}', 'console')}, its base ${buildah('images', '--format={{.Size}}', 'base')}\n`,
      )
      expect(config).toMatchObject({ User: '65534:65534', StopSignal: 'SIGTERM', Volumes: { [VOLUME]: {} } })

      const root = buildah('mount', buildah('from', 'console'))
      const { pid, said, kill, ended } = startConfined({
        command: config.Entrypoint,
        dataDir: join(folder, 'volume'),
        image: { root, volume: VOLUME, env: config.Env },
      })
      await Promise.race([untilAnswered(pid, '/login'), ended.then(() => Promise.reject(new Error(said())))])
      const [kind, ...check] = config.Healthcheck.Test
      expect(kind).toBe('CMD')
      const inside = [`--target=${pid}`, '--net', '--mount', '--root', 'env', ...config.Env]
      execFileSync('nsenter', [...inside, ...check])
      expect(() => execFileSync('nsenter', [...inside, 'PORT=4001', ...check], { stdio: 'ignore' })).toThrow()
      kill(config.StopSignal)
      expect(await ended, said()).toBe(0)
    })
  })
})

const DEBIAN = join(ROOT, '.cache/debian')

/** The root of a small Debian, which is fetched once; undefined where it cannot be. */
function findDebian(): string | undefined {
  if (existsSync(DEBIAN)) return DEBIAN
  const draft = `${DEBIAN}.draft`
  rmSync(draft, { recursive: true, force: true })
  const { status } = spawnSync('debootstrap', ['--variant=minbase', '--include=libatomic1', 'stable', draft])
  if (status !== 0) return undefined
  renameSync(draft, DEBIAN)
  return DEBIAN
}
