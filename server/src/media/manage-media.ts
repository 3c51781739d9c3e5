import { longestSide, MediaKind } from '@hikmah/contract/media'
import { eq } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Files, Reads, Writes } from '../house.ts'
import { record } from '../kit/audit/audit.ts'
import type { StaffActor } from '../kit/auth/actor.ts'
import { limit } from '../kit/auth/throttle.ts'
import { newId } from '../kit/db/ids.ts'
import { conflict, invalid } from '../kit/errors/refusal.ts'
import { cleanFileName } from '../kit/files/files.ts'
import { UPLOAD_INCOMPLETE } from '../kit/files/parts.ts'
import { DAY_S } from '../kit/process/clock.ts'
import type { Tx } from '../kit/write/tx.ts'
import { encodeImage } from './encode-image.ts'
import { findMediaByContent, lockMedia, type MediaUsers, presentMedia } from './queries.ts'
import { media } from './table.ts'

/** Images stay on disk, so nobody may pile them up. */
const UPLOADS_A_DAY = 500

export async function uploadMedia(house: Reads & Writes & Files, actor: StaffActor, { kind, bytes, ...file }: Upload) {
  const message = 'Too many images today. Try again tomorrow.'
  await limit(house, { key: `uploads:${actor.id}`, max: UPLOADS_A_DAY, windowS: DAY_S, message })
  const name = cleanFileName(file.name, 'image')
  const image = await encodeImage({ name, bytes }, longestSide[kind])
  return house.change(actor, async (tx) => {
    const sha256 = await house.files.keep(tx, image.bytes)
    const row = {
      id: newId(),
      kind,
      name,
      contentType: image.contentType,
      size: image.bytes.length,
      width: image.width,
      height: image.height,
      sha256,
      uploadedBy: actor.id,
      createdAt: tx.at,
    }
    const [saved] = await tx.insert(media).values(row).onConflictDoNothing().returning()
    // Kept once, but called in the answer what the sender calls it.
    if (!saved) return { ...presentMedia(await readSame(tx, sha256)), imageName: name }
    record(tx, {
      ...aboutMedia(row),
      action: 'media.uploaded',
      after: { kind, name: row.name, size: row.size, width: row.width, height: row.height },
    })
    return presentMedia(saved)
  })
}

const aboutMedia = ({ id, name }: { id: string; name: string }) =>
  ({ entity: 'media', entityId: id, entityName: name }) as const

async function readSame(tx: Tx, sha256: string) {
  const known = await findMediaByContent(tx, sha256)
  if (!known) throw conflict('The same image was deleted just now. Send it again.')
  return known
}

export interface Upload {
  name: string
  bytes: Buffer
  kind: z.infer<typeof MediaKind>
}

/** In any order; the whole form is read before anything is refused. */
export async function readUpload(request: FastifyRequest): Promise<Upload> {
  const { files, fields } = await readForm(request)
  for (const name of [...files.map((part) => part.field), ...fields.map((part) => part.field)]) {
    if (name !== 'file' && name !== 'kind') throw invalid(name, 'Send only file and kind')
  }
  const [file] = files.filter((part) => part.field === 'file')
  if (!file) throw invalid('file', 'Send the image as a file')
  const kinds = fields.filter((part) => part.field === 'kind')
  const kind = MediaKind.safeParse(kinds[0]?.value)
  if (kinds.length !== 1 || !kind.success) {
    throw invalid('kind', `Send one of ${MediaKind.options.join(', ')}`)
  }
  return { name: file.name, bytes: file.bytes, kind: kind.data }
}

async function readForm(request: FastifyRequest) {
  const files: { field: string; name: string; bytes: Buffer }[] = []
  const fields: { field: string; value: unknown }[] = []
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') {
        // A part of bytes is a file even without a name, whatever the type says.
        const name = (part.filename as string | undefined) ?? ''
        files.push({ field: part.fieldname, name, bytes: await part.toBuffer() })
      } else fields.push({ field: part.fieldname, value: part.value })
    }
  } catch (error) {
    // The form parser throws plain errors; the plugin's have a status.
    if (error instanceof Error && 'statusCode' in error) throw error
    throw invalid('file', UPLOAD_INCOMPLETE)
  }
  return { files, fields }
}

export const deleteMedia = ({ change }: Writes, actor: StaffActor, id: string, findUsers: MediaUsers['find']) =>
  change(actor, async (tx) => {
    const { kind, name, size } = await lockMedia(tx, id)
    const usage = await findUsers(tx, id)
    if (usage.length > 0) {
      const names = usage.slice(0, 3).map((place) => place.name)
      throw conflict(`This image is used by ${names.join(', ')}${usage.length > 3 ? ' and others' : ''}`, usage)
    }
    await tx.delete(media).where(eq(media.id, id))
    record(tx, { ...aboutMedia({ id, name }), action: 'media.deleted', before: { kind, name, size } })
  })
