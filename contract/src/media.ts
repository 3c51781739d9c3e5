import { z } from 'zod'
import { FileBytes, Id, Nothing, Text, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'

export const MAX_IMAGE_BYTES = 1_048_576
export const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const
export const IMAGE_RULE = 'A PNG, JPEG, WebP or GIF image of at most 1 MB and 4096 × 4096 pixels'

export const MediaKind = z.enum(['icon', 'logo', 'image'])

export const Media = z.object({
  _id: Id,
  kind: MediaKind,
  imageUrl: z.string(),
  imageName: z.string(),
  /** Bytes. */
  imageSize: z.int(),
  width: z.int(),
  height: z.int(),
  createdAt: Timestamp,
})
export type Media = z.infer<typeof Media>

const oneImage = z.object({ id: Id })

export const media = {
  /** multipart: `file` and `kind`. The image is read by its content and encoded anew; the same image is kept once. */
  uploadMedia: endpoint({
    method: 'POST',
    path: '/media',
    allow: 'media.upload',
    upload: true,
    response: Media,
  }),
  /** Newest first, at most 100. */
  listMedia: endpoint({
    method: 'GET',
    path: '/media',
    allow: 'media.read',
    query: z.object({ kind: MediaKind.optional(), q: Text(100).optional() }),
    response: z.array(Media),
  }),
  readMedia: endpoint({ method: 'GET', path: '/media/:id', allow: 'media.read', params: oneImage, response: Media }),
  /** Where it is used. */
  readMediaUsage: endpoint({
    method: 'GET',
    path: '/media/:id/usage',
    allow: 'media.read',
    params: oneImage,
    response: z.array(z.object({ entity: z.string(), id: Id, name: z.string() })),
  }),
  /** The image itself. Public, because a picture in a page cannot send a header; the id is not guessable. */
  readMediaFile: endpoint({
    method: 'GET',
    path: '/media/:id/file',
    allow: 'public',
    params: oneImage,
    download: true,
    response: FileBytes,
  }),
  /** 409 CONFLICT while it is used. */
  deleteMedia: endpoint({
    method: 'DELETE',
    path: '/media/:id',
    allow: 'media.delete',
    params: oneImage,
    response: Nothing,
  }),
}
