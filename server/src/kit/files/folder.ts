import { access, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { newId } from '../db/ids.ts'
import type { Storage, StoredFile } from './storage.ts'

/** Files of one look. */
const PAGE = 1000

export function openFolder(url: URL): Storage {
  const folder = fileURLToPath(url)
  const pathOf = (name: string) => join(folder, name)
  const openPath = async (name: string) => (await open(pathOf(name))).createReadStream()
  return {
    async put(name, bytes) {
      await mkdir(folder, { recursive: true })
      const draft = pathOf(`${newId()}.part`)
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
      await rename(draft, pathOf(name))
    },
    open: openPath,
    async *list() {
      const names = await readdir(folder).catch(emptyIfAbsent)
      for (let at = 0; at < names.length; at += PAGE) {
        const found = await Promise.all(names.slice(at, at + PAGE).map((name) => statFile(folder, name)))
        yield found.filter((file) => file !== undefined)
      }
    },
    remove: (name) => rm(pathOf(name), { recursive: true, force: true }),
    draftSize: async (name) => (await statFile(folder, name))?.size ?? 0,
    async writeDraft(name, at, bytes) {
      await mkdir(dirname(pathOf(name)), { recursive: true, mode: 0o700 })
      const file = await open(pathOf(name), 'a')
      try {
        await file.truncate(at)
        await file.appendFile(bytes)
      } finally {
        await file.close()
      }
    },
    openDraft: openPath,
    localDraft: async (name) => pathOf(name),
    // A missing folder is made with the first file.
    ping: () => access(folder).catch(() => access(dirname(folder))),
  }
}

function emptyIfAbsent(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT') return []
  throw error
}

async function statFile(folder: string, name: string): Promise<StoredFile | undefined> {
  const found = await stat(join(folder, name)).catch(() => undefined)
  return found && { name, size: found.size, storedAt: found.mtime }
}
