import { z } from 'zod'
import { FileBytes, Id, ListMeta, Nothing } from '../common.ts'
import { describeEndpoints } from '../endpoint.ts'
import { paths } from './calls.ts'
import { Media, MediaQuery, MediaUse } from './schemas.ts'

const oneImage = z.object({ id: Id })

export const media = describeEndpoints('Media', paths, {
  uploadMedia: {
    summary: 'Upload an image',
    description:
      '`multipart/form-data` with `file` and `kind`. The image is recognized by its content, re-encoded, and made to fit its place: an icon 256, a logo 512, an image 1280 pixels on its longer side. The same image is stored once.',
    refusals: { 413: 'VALIDATION: the file is larger than 1 MB', 429: 'RATE_LIMITED: too many uploads today' },
    allow: 'media.upload',
    upload: true,
    response: Media,
  },
  listMedia: {
    summary: 'List images',
    description: 'Newest first. Without `page` and `limit` the first 100.',
    allow: 'media.read',
    query: MediaQuery,
    response: z.array(Media),
    meta: ListMeta,
  },
  readMedia: {
    summary: 'Get the details of an image',
    allow: 'media.read',
    params: oneImage,
    response: Media,
  },
  readMediaUsage: {
    summary: 'List where an image is used',
    description: 'The `id` of a draft of a product is that of its owner.',
    allow: 'media.read',
    params: oneImage,
    response: z.array(MediaUse),
  },
  readMediaFile: {
    summary: 'Download an image',
    description: 'Public, because a picture in a page cannot send a header. The id cannot be guessed.',
    allow: 'public',
    params: oneImage,
    download: true,
    response: FileBytes,
  },
  deleteMedia: {
    summary: 'Delete an image',
    refusals: { 409: 'CONFLICT: the image is in use; `current` says where' },
    allow: 'media.delete',
    params: oneImage,
    response: Nothing,
    conflict: z.array(MediaUse),
  },
})
