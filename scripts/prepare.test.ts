import { spawn } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const clone = mkdtempSync(join(tmpdir(), 'hikmah-prepare-'))
afterAll(() => rmSync(clone, { recursive: true, force: true }))

test('a signal to npm reaches what it runs: each program of ours takes the place of its shell', () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  const inTheirPlace = Object.values(scripts).filter((command) => command.startsWith('exec '))
  expect(inTheirPlace.length).toBeGreaterThan(20)
  expect(Object.values(scripts).filter((command) => /^(node|concurrently) /.test(command))).toEqual([])
})

/** Installs for ever, and says which process it is. */
const NPM = `#!/bin/sh
[ "$1" = ci ] || { echo https://packages.example/; exit; }
echo $$ >installing
exec sleep 60
`

test.runIf(process.platform !== 'win32')(
  'who is told to stop while it installs takes the installing along',
  async () => {
    for (const folder of ['scripts', 'bin']) mkdirSync(join(clone, folder))
    cpSync(join(ROOT, 'scripts/prepare.mjs'), join(clone, 'scripts/prepare.mjs'))
    writeFileSync(join(clone, 'package-lock.json'), JSON.stringify({ packages: {} }))
    writeFileSync(join(clone, 'bin/npm'), NPM)
    chmodSync(join(clone, 'bin/npm'), 0o755)

    const child = spawn(process.execPath, ['scripts/prepare.mjs', 'install'], {
      cwd: clone,
      env: { ...process.env, PATH: `${join(clone, 'bin')}${delimiter}${process.env.PATH}` },
      stdio: 'ignore',
    })
    const ended = new Promise((resolve) => child.once('exit', (_, signal) => resolve(signal)))
    const installing = () => Number(existsSync(join(clone, 'installing')) && readFileSync(join(clone, 'installing')))
    await expect.poll(installing).toBeGreaterThan(0)
    child.kill('SIGTERM')
    expect(await ended).toBe('SIGTERM')
    await expect.poll(() => isThere(installing())).toBe(false)
    expect(existsSync(join(clone, 'npm-shrinkwrap.json'))).toBe(false)
  },
)

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
