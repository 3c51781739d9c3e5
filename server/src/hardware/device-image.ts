import type { Tx } from '../kit/db/db.ts'
import { invalid } from '../kit/http/refusal.ts'
import { assertInLibrary } from '../media/queries.ts'

const FIELD = 'imageMetaData.imageUrl'

/** The image of a device, which must have one of the media library. */
export async function readImageId(tx: Tx, imageUrl: string): Promise<string> {
  const id = imageUrl.split('/')[3]
  if (!id) throw invalid(FIELD, 'Required')
  await assertInLibrary(tx, FIELD, id)
  return id
}
