import { createWriteStream } from 'node:fs'
import { mkdir, open, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { RegistryImport } from '@hikmah/contract/irs-registry/schemas'
import { IMPORT_PART_BYTES } from '@hikmah/contract/irs-registry/words'
import { eq } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import type { House } from '../house.ts'
import type { StaffActor } from '../kit/auth/actor.ts'
import { conflict, invalid } from '../kit/http/refusal.ts'
import { importJob } from './import-job.ts'
import { lockImport, presentImport, readImport } from './imports.ts'
import { irsImports } from './table.ts'
import { uploadFolder, uploadPath } from './uploads.ts'

interface Part {
  file: number
  /** How many bytes of the file come before it. */
  at: number
}

const sizeOf = (path: string) =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  )

/** Adds a part to a file on the disk as it comes. With the last one the import is set off. */
export async function sendPart(
  house: House,
  actor: StaffActor,
  id: string,
  { file, at }: Part,
  request: FastifyRequest,
): Promise<RegistryImport> {
  const { db, clock, config } = house
  const { storageDir } = config
  const row = await readImport(db, id)
  const now = clock.now()
  if (row.status !== 'uploading') throw conflict('This upload is over', presentImport(row, now))
  const whole = row.files[file]
  if (!whole) throw invalid('file', `There are ${row.files.length} files, counted from 0`)
  const path = uploadPath(storageDir, id, file)
  await mkdir(uploadFolder(storageDir, id), { recursive: true, mode: 0o700 })
  if (at > (await sizeOf(path))) throw conflict('The part before this one is not here', presentImport(row, now))
  await write(request, path, at, whole.size)

  return house.change(actor, async (tx) => {
    const locked = await lockImport(tx, id)
    if (locked.status !== 'uploading') return presentImport(locked, tx.at)
    const sizes = await Promise.all(locked.files.map((_, n) => sizeOf(uploadPath(storageDir, id, n))))
    const isWhole = locked.files.every(({ size }, n) => sizes[n] === size)
    const bytes = sizes.reduce((sum, size) => sum + size, 0)
    const [saved] = await tx
      .update(irsImports)
      .set(isWhole ? { status: 'waiting', bytes: 0, totalBytes: 0, heardAt: tx.at } : { bytes, heardAt: tx.at })
      .where(eq(irsImports.id, id))
      .returning()
    if (isWhole) await house.jobs.enqueue(tx, importJob, { id })
    return presentImport(saved!, tx.at)
  })
}

/** What came after `at` before, by a part whose answer was lost, is written over. */
async function write(request: FastifyRequest, path: string, at: number, size: number) {
  const handle = await open(path, at === 0 ? 'w' : 'r+')
  try {
    await handle.truncate(at)
    const limits = { fileSize: Math.min(IMPORT_PART_BYTES, size - at) }
    const part = await request.file({ limits }).catch(() => undefined)
    if (part?.fieldname !== 'file') throw invalid('file', 'Send the part as a file')
    await pipeline(part.file, createWriteStream(path, { fd: handle.fd, start: at, autoClose: false }))
    if (!part.file.truncated) return
    await handle.truncate(at)
    throw invalid(
      'file',
      at + limits.fileSize === size ? 'The file is longer than it was said to be' : 'The part is too large',
    )
  } finally {
    await handle.close()
  }
}
