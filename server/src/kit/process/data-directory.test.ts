import { chmodSync, lstatSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { temporaryFolder } from '../../../test/cluster.ts'
import { runToEnd } from '../../../test/process.ts'
import { closeToOthers } from './data-directory.ts'

const root = temporaryFolder('hikmah-directory-')
afterAll(() => rmSync(root, { recursive: true, force: true }))

function directory(name: string, mode: number) {
  const dataDir = join(root, name)
  mkdirSync(join(dataDir, 'uploads'), { recursive: true })
  chmodSync(join(dataDir, 'uploads'), 0o755)
  chmodSync(dataDir, mode)
  return dataDir
}
const modeOf = (path: string) => lstatSync(path).mode & 0o777

test.each([
  [0o755, 0o711],
  [0o770, 0o710],
  [0o700, 0o700],
  [0o711, 0o711],
  [0o1755, 0o711],
])('a directory of mode %o is closed to others at the start, and so are its uploads', (mode, closed) => {
  const dataDir = directory(`development-${mode}`, mode)
  closeToOthers({ dataDir, production: false })
  expect([modeOf(dataDir), modeOf(join(dataDir, 'uploads'))]).toEqual([closed, 0o711])
})

test('what is no directory, or one that everybody uses, is refused and left as it was', () => {
  const shared = directory('shared', 0o1777)
  const file = join(root, 'file')
  writeFileSync(file, '')
  chmodSync(file, 0o666)
  const open = (dataDir: string) => () => closeToOthers({ dataDir, production: false })
  expect(open(file)).toThrow(`DATA_DIR: ${file} is not a directory. Choose another one.`)
  expect(open(shared)).toThrow(`DATA_DIR: everybody on this machine uses ${shared}. Choose a directory below it.`)
  expect([modeOf(file), modeOf(shared)]).toEqual([0o666, 0o777])
})

test('in production a directory that others may read stops the start by its name', async () => {
  const dataDir = directory('production', 0o755)
  const { code, said } = await runToEnd({
    NODE_ENV: 'production',
    DATA_DIR: dataDir,
    PUBLIC_URL: 'https://console.masjid.example',
    OWNER_EMAIL: 'owner@masjid.example',
    OWNER_PASSWORD: 'Correct-Horse-7',
    SMTP_URL: 'smtps://mail.example',
    MAIL_FROM: 'no-reply@masjid.example',
  })
  expect(code).toBe(1)
  expect(said.trim()).toBe(`DATA_DIR: others may read or write ${dataDir}. Close it (chmod go-rw) and start again.`)
  expect(modeOf(dataDir)).toBe(0o755)
})

test.each([0o700, 0o711])('in production one of mode %o is taken', (mode) => {
  expect(() => closeToOthers({ dataDir: directory(`taken-${mode}`, mode), production: true })).not.toThrow()
})
