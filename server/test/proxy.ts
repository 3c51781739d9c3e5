import { connect, createServer, type NetConnectOpts, type Socket } from 'node:net'
import pg from 'pg'

/** A way to the database that can be made deaf: it accepts and never answers. */
export async function startProxy(to: NetConnectOpts) {
  let isDeaf = false
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(to)
    for (const end of [near, far]) {
      sockets.add(end)
      end.on('error', () => undefined)
      end.on('close', () => (end === near ? far.destroy() : near.destroy()))
    }
    near.on('data', (data) => !isDeaf && far.write(data))
    far.on('data', (data) => !isDeaf && near.write(data))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as { port: number }).port,
    deafen: () => {
      isDeaf = true
    },
    hear: () => {
      isDeaf = false
      for (const socket of sockets) socket.destroy()
    },
    stop: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

/** The same, to the server of a database URL. */
export async function startProxyTo(url: string) {
  const { host, port } = new pg.Client({ connectionString: url })
  const proxy = await startProxy(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port })
  const through = new URL(url)
  through.searchParams.delete('host')
  return { ...proxy, url: Object.assign(through, { hostname: '127.0.0.1', port: String(proxy.port) }).href }
}
