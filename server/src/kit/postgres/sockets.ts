import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'

/** An address of a socket ends at 107 characters, on macOS at 103; PostgreSQL appends its name for the socket. */
const MAX_FOLDER = 80

/** A name of the folder that is short enough for the address of a socket in it; `remove` when it is not needed any more. */
export function shortFolder(folder: string): { folder: string; remove(): void } {
  if (Buffer.byteLength(folder) <= MAX_FOLDER) return { folder, remove: () => undefined }
  const alias = mkdtempSync('/tmp/hikmah-')
  symlinkSync(folder, join(alias, 'd'))
  return { folder: join(alias, 'd'), remove: () => rmSync(alias, { recursive: true, force: true }) }
}

/** What the listener on a socket says at once, or undefined where nobody listens. One that says nothing gives ''. */
export const askSocket = (path: string, waitMs = 200): Promise<string | undefined> =>
  new Promise((resolve) => {
    let said = ''
    const socket = connect(path)
    socket.setEncoding('utf8')
    socket.on('connect', () => socket.setTimeout(waitMs, () => socket.destroy()))
    socket.on('data', (text: string) => {
      said += text
    })
    socket.on('error', () => resolve(undefined))
    socket.on('close', () => resolve(said))
  })
