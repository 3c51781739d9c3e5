import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { askServer, freePort } from '../server/test/cluster.ts'
import { ROOT } from './release.ts'

/** As Patroni answers a load balancer: 200 to `/primary` and `/replica` where the server is that. */
async function startRoleServer(url: string) {
  const server = createServer(async (request, response) => {
    const [row] = await askServer<{ role: string }>(
      url,
      `select case when pg_is_in_recovery() then '/replica' else '/primary' end as role`,
    ).catch(() => [])
    response.writeHead(row?.role === request.url ? 200 : 503).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { port: (server.address() as AddressInfo).port, stop: () => server.close() }
}

const read = (name: string) => readFileSync(join(ROOT, 'deploy', name), 'utf8').replace(/^ {2}server .*\n/gm, '')

/**
 * HAProxy with the examples of deploy/ as they are, but for addresses, logs and the certificate: people come to `port`
 * and are spread over consoles, and `databasePort` leads to whichever PostgreSQL is the primary.
 */
export async function startHaproxy(folder: string, consolePorts: number[], postgresUrls: string[]) {
  const [port, databasePort, replicaPort] = [await freePort(), await freePort(), await freePort()]
  const roles = await Promise.all(postgresUrls.map(startRoleServer))
  const consoles = consolePorts.map((port, n) => `  server console${n} 127.0.0.1:${port}\n`).join('')
  const servers = postgresUrls
    .map((url, n) => {
      const socket = join(new URL(url).searchParams.get('host')!, '.s.PGSQL.5432')
      return `  server postgres${n} unix@${socket} addr 127.0.0.1 port ${roles[n]!.port}\n`
    })
    .join('')
  const people = read('haproxy.cfg')
    .replace(/bind .*/, `bind 127.0.0.1:${port}`)
    .replace(/^ {2}option httplog\n/m, '')
  const postgres = read('haproxy-postgres.cfg')
    .replace('bind 127.0.0.1:5000', `bind 127.0.0.1:${databasePort}`)
    .replace('bind 127.0.0.1:5001', `bind 127.0.0.1:${replicaPort}`)
    .replace('  option tcplog\n', '')
    .replace(/ {2}http-check expect .*\n/g, (line) => line + servers)
  const files = { 'haproxy.cfg': `${people.trimEnd()}\n${consoles}`, 'haproxy-postgres.cfg': postgres }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  const args = Object.keys(files).flatMap((name) => ['-f', join(folder, name)])
  const proxy = spawn('haproxy', ['-q', ...args], { stdio: 'ignore' })
  return {
    port,
    databasePort,
    stop: () => {
      proxy.kill('SIGKILL')
      for (const { stop } of roles) stop()
    },
  }
}
