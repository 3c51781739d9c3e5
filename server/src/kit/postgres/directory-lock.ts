import { rmSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { newId } from '../db/ids.ts'
import { ConfigError } from '../process/config-error.ts'
import { askSocket, shortFolder } from './sockets.ts'

const SETTLE_MS = 30

/**
 * Two servers on the same files ruin them, and PostgreSQL's own guard sees only its own process and IPC namespaces. So
 * the console listens on a socket in the directory as long as it lives: the process that answers there owns the data. The
 * file system is shared where namespaces are not, and the kernel ends the listening even after kill -9.
 */
export async function lockDirectory(dataDir: string): Promise<() => Promise<void>> {
  const inUse = () =>
    new ConfigError(`${dataDir} is in use by another process. Stop it, or set DATA_DIR to another directory.`)
  const short = shortFolder(dataDir)
  const path = join(short.folder, 'console.sock')
  try {
    if ((await askSocket(path)) !== undefined) throw inUse()
    rmSync(path, { force: true })
    const token = newId()
    const server = createServer((socket) => {
      socket.on('error', () => undefined)
      socket.end(token)
    })
    await listen(server, path).catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'EADDRINUSE' ? inUse() : error
    })
    // Of two that removed a dead console's socket at the same moment, one removed the other's new one.
    await sleep(SETTLE_MS)
    if ((await askSocket(path)) !== token) {
      server.close()
      throw inUse()
    }
    server.unref()
    return () =>
      new Promise((resolve) => {
        server.close(() => {
          short.remove()
          resolve()
        })
      })
  } catch (error) {
    short.remove()
    throw error
  }
}

const listen = (server: Server, path: string) =>
  new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, resolve)
  })
