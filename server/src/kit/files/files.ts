import { createHash } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { newId } from '../db/ids.ts'

/** Uploaded bytes in one folder, named by their content: the same bytes are stored once. */
export interface FileStore {
  /** Resolves with the SHA-256 once the bytes are on disk; call it before the row that names them is written. */
  keep(bytes: Uint8Array): Promise<string>
  read(sha256: string): Promise<Buffer>
}

const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

export function openFileStore(folder: string): FileStore {
  return {
    async keep(bytes) {
      const name = sha256Of(bytes)
      await mkdir(folder, { recursive: true })
      const draft = join(folder, `${newId()}.part`)
      const file = await open(draft, 'wx')
      try {
        await file.writeFile(bytes)
        await file.sync()
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      } finally {
        await file.close()
      }
      await rename(draft, join(folder, name))
      return name
    },
    read: (sha256) => readFile(join(folder, sha256)),
  }
}
