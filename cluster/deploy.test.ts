import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { freePort, temporaryFolder } from '../server/test/cluster.ts'
import { needs } from './needs.ts'
import { ROOT } from './release.ts'

const DEPLOY = join(ROOT, 'deploy')
const MOST_EXPOSED = 2

const folder = temporaryFolder('hikmah-deploy-')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const run = (command: string, args: string[], env: Record<string, string> = {}) => {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', env: { ...process.env, ...env } })
  return { status, said: stdout + stderr }
}

needs('systemd-analyze')('the units of systemd', () => {
  test('are understood, and the console is exposed to 2.0 of 10 at most', () => {
    // systemd looks for the programs that units name.
    const units = join(folder, 'units')
    mkdirSync(units)
    const names = ['hikmah-console.service', 'hikmah-console-backup.service', 'hikmah-console-backup.timer']
    for (const name of names) {
      const text = readFileSync(join(DEPLOY, name), 'utf8')
      writeFileSync(join(units, name), text.replaceAll('/opt/hikmah-console/bin/hikmah-console', '/bin/true'))
      expect(run('systemd-analyze', ['verify', join(units, name)])).toEqual({ status: 0, said: '' })
    }
    const { said } = run('systemd-analyze', ['security', '--offline=true', join(units, 'hikmah-console.service')])
    const [, exposure] = /Overall exposure level for hikmah-console\.service: ([\d.]+)/.exec(said)!
    process.stdout.write(`the console is exposed to ${exposure}\n`)
    expect(Number(exposure)).toBeLessThanOrEqual(MOST_EXPOSED)
  })
})

needs('haproxy', 'openssl')('the examples of HAProxy', () => {
  test.each(['haproxy.cfg', 'haproxy-postgres.cfg'])('%s is valid', (name) => {
    const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
    const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=console.example']
    execFileSync('openssl', [...request, '-keyout', key, '-out', certificate], { stdio: 'ignore' })
    writeFileSync(certificate, readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'))
    const { status, said } = run('haproxy', ['-c', '-f', join(DEPLOY, name)], { CERTIFICATE: certificate })
    expect(said).not.toMatch(/warning|alert/i)
    expect(status, said).toBe(0)
  })
})

needs('pgbouncer')('the example of PgBouncer', () => {
  test('is one that PgBouncer starts on', async () => {
    const port = await freePort()
    const text = readFileSync(join(DEPLOY, 'pgbouncer.ini'), 'utf8')
    const [users, file] = [join(folder, 'userlist.txt'), join(folder, 'pgbouncer.ini')]
    writeFileSync(users, '"console" "SCRAM-SHA-256$4096:c2FsdA==$c3RvcmVk:c2VydmVy"\n', { mode: 0o644 })
    writeFileSync(file, text.replace('6432', String(port)).replace('/etc/pgbouncer/userlist.txt', users), {
      mode: 0o644,
    })
    chmodSync(file, 0o644)
    // It refuses to run as root, as PostgreSQL does.
    const account = process.geteuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
    const child = spawn('pgbouncer', [file], { ...account, stdio: ['ignore', 'pipe', 'pipe'] })
    let said = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
    const ended = new Promise((resolve) => child.once('close', resolve))
    await expect.poll(() => said).toContain(`listening on 127.0.0.1:${port}`)
    expect(said).not.toMatch(/WARNING|ERROR|FATAL/)
    child.kill('SIGINT')
    await ended
  })
})
