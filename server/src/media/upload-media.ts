import { longestSide, type Media } from '@hikmah/contract/media'
import type { Files, Reads, Writes } from '../house.ts'
import { record } from '../kit/audit/audit.ts'
import type { StaffActor } from '../kit/auth/actor.ts'
import { limit } from '../kit/auth/throttle.ts'
import type { Tx } from '../kit/db/db.ts'
import { newId } from '../kit/db/ids.ts'
import { conflict } from '../kit/http/refusal.ts'
import { DAY_S } from '../kit/process/clock.ts'
import { encodeImage } from './encode-image.ts'
import { findMediaByContent, presentMedia } from './queries.ts'
import type { Upload } from './read-upload.ts'
import { cleanName } from './rules.ts'
import { media } from './table.ts'

/** Images stay on the disk, so nobody may pile them up. */
const UPLOADS_A_DAY = 500

/** Encodes an image again and stores it. One that is already there is returned as it is. */
export async function uploadMedia(
  house: Reads & Writes & Files,
  actor: StaffActor,
  { kind, bytes, ...file }: Upload,
): Promise<Media> {
  const message = 'Too many images today. Try again tomorrow.'
  await limit(house, { key: `uploads:${actor.id}`, max: UPLOADS_A_DAY, windowS: DAY_S, message })
  const name = cleanName(file.name)
  const image = await encodeImage({ name, bytes }, longestSide[kind])
  const sha256 = await house.files.keep(image.bytes)
  return house.change(actor, async (tx) => {
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
    if (!saved) return presentMedia(await readSame(tx, sha256))
    record(tx, {
      action: 'media.uploaded',
      entity: 'media',
      entityId: row.id,
      entityName: row.name,
      after: { kind, name: row.name, size: row.size, width: row.width, height: row.height },
    })
    return presentMedia(saved)
  })
}

async function readSame(tx: Tx, sha256: string) {
  const known = await findMediaByContent(tx, sha256)
  if (!known) throw conflict('The same image was deleted just now. Send it again.')
  return known
}
