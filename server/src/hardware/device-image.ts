import { eq } from 'drizzle-orm'
import type { Tx } from '../kit/db.ts'
import { invalid } from '../kit/refusal.ts'
import { media } from '../media/table.ts'

const FIELD = 'imageMetaData.imageUrl'

/** The image of a device must be in the library. The lock keeps it from being deleted before this commits. */
export async function readImageId(tx: Tx, imageUrl: string): Promise<string> {
  const id = imageUrl.split('/')[3]
  if (!id) throw invalid(FIELD, 'Required')
  // The contract lets 36 hexadecimal digits and hyphens through in any order.
  const [image] = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)
    ? await tx.select({ id: media.id }).from(media).where(eq(media.id, id)).for('key share')
    : []
  if (!image) throw invalid(FIELD, 'This image is not in the media library')
  return image.id
}
