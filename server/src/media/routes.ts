import { type MediaUse, media } from '@hikmah/contract/media'
import type { House } from '../house.ts'
import { setSafeDownloadHeaders } from '../kit/files/files.ts'
import type { Serve } from '../kit/http/serve.ts'
import { deleteMedia, readUpload, uploadMedia } from './manage-media.ts'
import { listMedia, type MediaUsers, presentMedia, readMedia } from './queries.ts'

/** The image behind a URL never changes. */
const FOR_EVER = 'public, max-age=31536000, immutable'

/** `users` come from every feature with pictures, in the order in which uses are listed. */
export function mediaRoutes(serve: Serve, house: House, users: MediaUsers[]) {
  const { db } = house
  // In sequence: within a transaction all use one connection, which takes one query at a time.
  const findUsers: MediaUsers['find'] = async (from, id) => {
    const found: MediaUse[] = []
    for (const { find } of users) found.push(...(await find(from, id)))
    return found
  }
  serve(media.uploadMedia, async ({ request, actor }) => uploadMedia(house, actor, await readUpload(request)))
  serve(media.listMedia, ({ query }) => listMedia(db, users, query))
  serve(media.readMedia, async ({ params }) => presentMedia(await readMedia(db, params.id)))
  serve(media.readMediaUsage, async ({ params }) => {
    await readMedia(db, params.id)
    return findUsers(db, params.id)
  })
  serve(media.readMediaFile, async ({ params, reply }) => {
    const image = await readMedia(db, params.id)
    setSafeDownloadHeaders(reply, image, 'inline')
    const bytes = await house.files.read(image.sha256)
    reply.header('cache-control', FOR_EVER)
    return bytes
  })
  serve(media.deleteMedia, ({ params, actor }) => deleteMedia(house, actor, params.id, findUsers))
}
