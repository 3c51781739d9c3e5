import { z } from 'zod'
import { FileBytes, Id, listOf, listQuery, PatternText, Text, Timestamp } from './common.ts'
import { describeEndpoints } from './endpoint.ts'
import { REQUIRED } from './words.ts'

export const MAX_IMAGE_BYTES = 1_048_576
export const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const
export const IMAGE_RULE = 'PNG, JPEG, WebP or GIF, up to 1 MB'

/** What is wrong with a file of another kind. */
export const notAnImage = (name: string) => `${name} is not a PNG, JPEG, WebP or GIF image.`

export const mediaKinds = ['icon', 'logo', 'image'] as const

/** The longer side in pixels that an image is made to fit when it is uploaded; none is enlarged. */
export const longestSide = { icon: 256, logo: 512, image: 1280 } as const satisfies Record<
  (typeof mediaKinds)[number],
  number
>

export const MediaKind = z.enum(mediaKinds)
export type MediaKind = z.infer<typeof MediaKind>

export const mediaKindLabels: Record<MediaKind, string> = { icon: 'Icon', logo: 'Logo', image: 'Image' }

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

/** With the first of its uses. */
export const ListedMedia = Media.extend({ uses: z.array(MediaUse), useCount: z.int() })
export type ListedMedia = z.infer<typeof ListedMedia>

/** How a picture stands in what shows it. */
export const ImageMeta = z.object({ imageUrl: z.string(), imageName: z.string(), imageSize: z.int() })

/** An image is one field of the form and three of the audit trail. */
export const imageFields = {
  'imageMetaData.imageUrl': 'Image',
  'imageMetaData.imageName': 'Image name',
  'imageMetaData.imageSize': 'Image size',
} as const

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

export const media = describeEndpoints('Media', {
  uploadMedia: {
    call: 'POST /media',
    keyless: true,
    summary: 'Upload an image',
    description:
      '`multipart/form-data` with `file` and `kind`. The image is recognized by its content, re-encoded, and made to fit its place: an icon 256, a logo 512, an image 1280 pixels on its longer side. The same image is stored once.',
    refusals: { 413: 'VALIDATION: the file is larger than 1 MB', 429: 'RATE_LIMITED: too many uploads today' },
    allow: 'media.upload',
    upload: true,
    response: Media,
  },
  listMedia: {
    call: 'GET /media',
    summary: 'List images',
    description:
      'Newest first. Without `page` and `limit` the first 100. `q` searches the file name and the names of what uses the image; `uses` holds the first three of `useCount`.',
    allow: 'media.read',
    query: MediaQuery,
    ...listOf(ListedMedia),
  },
  readMedia: {
    call: 'GET /media/:id',
    summary: 'Get the details of an image',
    allow: 'media.read',
    response: Media,
  },
  readMediaUsage: {
    call: 'GET /media/:id/usage',
    summary: 'List where an image is used',
    description: 'The `id` of a draft of a product is that of its owner.',
    allow: 'media.read',
    response: z.array(MediaUse),
  },
  readMediaFile: {
    call: 'GET /media/:id/file',
    summary: 'Download an image',
    description: 'Public, because a picture in a page cannot send a header. The id cannot be guessed.',
    allow: 'public',
    download: true,
    response: FileBytes,
  },
  deleteMedia: {
    call: 'DELETE /media/:id',
    summary: 'Delete an image',
    refusals: { 409: 'CONFLICT: the image is in use; `current` says where' },
    allow: 'media.delete',
    conflict: z.array(MediaUse),
  },
})
