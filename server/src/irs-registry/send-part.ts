import { mkdir, open, stat } from 'node:fs/promises'
import { IMPORT_PART_BYTES, type RegistryImport } from '@hikmah/contract/irs-registry/schemas'
import { eq } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import type { House } from '../house.ts'
import type { StaffActor } from '../kit/auth/actor.ts'
import { conflict, invalid, tooLarge } from '../kit/http/refusal.ts'
import { importJob } from './import-job.ts'
import { lockImport, presentImport, readImport } from './imports.ts'
import { irsImports } from './table.ts'
import { uploadFolder, uploadPath } from './uploads.ts'

interface Part {
  file: number
  /** How many bytes of the file come before it. */
  at: number
}

type ImportRow = Awaited<ReturnType<typeof readImport>>

const sizeOf = (path: string) =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  )

/** Adds a part to a file on the disk once all of it is here. With the last one the import is set off. */
export async function sendPart(
  house: House,
  actor: StaffActor,
  id: string,
  { file, at }: Part,
  request: FastifyRequest,
): Promise<RegistryImport> {
  const { db, clock } = house
  const { storageDir } = house.config
  const assertFits = async (row: ImportRow, now: Date) => {
    const current = presentImport(row, now)
    if (current.status !== 'uploading') throw conflict('This upload is over', current)
    const whole = row.files[file]
    if (!whole) throw invalid('file', `There are ${row.files.length} files, counted from 0`)
    if (at > (await sizeOf(uploadPath(storageDir, id, file))))
      throw conflict('The part before this one is missing', current)
    return whole.size
  }
  const size = await assertFits(await readImport(db, id), clock.now())
  const bytes = await readPart(request, Math.min(IMPORT_PART_BYTES, size - at), at + IMPORT_PART_BYTES >= size)

  return house.change(actor, async (tx) => {
    // A cancellation, or the same part sent twice at once, waits until the part is on disk.
    const locked = await lockImport(tx, id)
    await assertFits(locked, tx.at)
    await mkdir(uploadFolder(storageDir, id), { recursive: true, mode: 0o700 })
    await write(uploadPath(storageDir, id, file), at, bytes)
    const sizes = await Promise.all(locked.files.map((_, n) => sizeOf(uploadPath(storageDir, id, n))))
    const isWhole = locked.files.every((whole, n) => sizes[n] === whole.size)
    const here = sizes.reduce((sum, each) => sum + each, 0)
    const [saved] = await tx
      .update(irsImports)
      .set(isWhole ? { status: 'waiting', bytes: 0, totalBytes: 0, heardAt: tx.at } : { bytes: here, heardAt: tx.at })
      .where(eq(irsImports.id, id))
      .returning()
    if (isWhole) await house.jobs.enqueue(tx, importJob, { id })
    return presentImport(saved!, tx.at)
  })
}

/** The bytes of the form's one file, at most so many. */
async function readPart(request: FastifyRequest, max: number, isLast: boolean): Promise<Buffer> {
  const part = await request.file({ limits: { fileSize: max } }).catch(() => undefined)
  if (part?.fieldname !== 'file') throw invalid('file', 'Send the part as a file')
  const chunks: Buffer[] = []
  for await (const chunk of part.file) chunks.push(chunk as Buffer)
  if (part.file.truncated)
    throw isLast ? invalid('file', 'The file is longer than announced') : tooLarge('file', 'The part is too large')
  return Buffer.concat(chunks)
}

/** What came after `at` before, by a part whose answer was lost, is written over. */
async function write(path: string, at: number, bytes: Buffer) {
  const handle = await open(path, 'a')
  try {
    await handle.truncate(at)
    await handle.appendFile(bytes)
  } finally {
    await handle.close()
  }
}
