import { z } from 'zod'
import { Id, listQuery, PatternText, Text, Timestamp } from '../common.ts'
import { REQUIRED } from '../words.ts'
import { MAX_IMAGE_BYTES, mediaKinds } from './words.ts'

export const MediaKind = z.enum(mediaKinds)
export type MediaKind = z.infer<typeof MediaKind>

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

/** Without `page` and `limit` the first 100 are answered. */
export const MediaQuery = listQuery([], [])
  .pick({ q: true, page: true, limit: true })
  .extend({ kind: MediaKind.optional() })

/** What uses an image. The `id` of a draft is that of its owner. */
export const MediaUse = z.object({ entity: z.string(), id: Id, name: z.string() })
export type MediaUse = z.infer<typeof MediaUse>

/** How a picture stands in what shows it. */
export const ImageMeta = z.object({ imageUrl: z.string(), imageName: z.string(), imageSize: z.int() })

/** The address of an image of our own media library, or nothing: pasted ones are refused. */
export const MediaUrl = PatternText(
  64,
  /^(\/api\/media\/[0-9a-f-]{36}\/file)?$/,
  'Upload the image; web addresses are not accepted',
)

/** An image of our own media library, or none. */
export const LibraryImage = z.object({
  imageUrl: MediaUrl,
  imageName: Text(255).optional().default(''),
  imageSize: z.int().min(0).max(MAX_IMAGE_BYTES).optional().default(0),
})

export const RequiredImage = LibraryImage.extend({
  imageUrl: LibraryImage.shape.imageUrl.refine((url) => url !== '', REQUIRED),
})
