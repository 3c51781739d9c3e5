import { mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'

export class DirectoryInUse extends Error {}

/**
 * Two processes on one embedded database lose acknowledged rows, so the directory is locked before it is opened.
 * On Linux by an abstract socket, which the kernel releases even after kill -9; elsewhere by a PID file that is taken
 * over only from a dead process.
 */
export async function lockDirectory(dir: string): Promise<() => void> {
  mkdirSync(dir, { recursive: true })
  const inUse = () =>
    new DirectoryInUse(`${dir} is in use by another process. Stop it, or set DATA_DIR to another directory.`)
  if (process.platform === 'linux') {
    const server = createServer()
    await new Promise<void>((resolve, reject) => {
      server.once('error', (error: NodeJS.ErrnoException) => reject(error.code === 'EADDRINUSE' ? inUse() : error))
      server.listen(`\0hikmah-console:${realpathSync(dir)}`, resolve)
    })
    server.unref()
    return () => server.close()
  }
  const file = join(dir, 'process.pid')
  const write = () => writeFileSync(file, String(process.pid), { flag: 'wx' })
  try {
    write()
  } catch {
    if (isAlive(Number(readFileSync(file, 'utf8')))) throw inUse()
    rmSync(file)
    write()
  }
  return () => rmSync(file, { force: true })
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
