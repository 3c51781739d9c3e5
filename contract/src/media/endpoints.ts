import { z } from 'zod'
import { FileBytes, Id, Nothing, Text } from '../common.ts'
import { describeEndpoints } from '../endpoint.ts'
import { paths } from './calls.ts'
import { Media, MediaKind } from './schemas.ts'

const oneImage = z.object({ id: Id })

export const media = describeEndpoints('Media', paths, {
  uploadMedia: {
    summary: 'Upload an image',
    description:
      '`multipart/form-data` with `file` and `kind`. The image is recognized by its content and re-encoded; the same image is stored once.',
    refusals: { 413: 'VALIDATION: the file is larger than 1 MB', 429: 'RATE_LIMITED: too many uploads today' },
    allow: 'media.upload',
    upload: true,
    response: Media,
  },
  listMedia: {
    summary: 'List images',
    description: 'Newest first, at most 100.',
    allow: 'media.read',
    query: z.object({ kind: MediaKind.optional(), q: Text(100).optional() }),
    response: z.array(Media),
  },
  readMedia: {
    summary: 'Get the details of an image',
    allow: 'media.read',
    params: oneImage,
    response: Media,
  },
  readMediaUsage: {
    summary: 'List where an image is used',
    allow: 'media.read',
    params: oneImage,
    response: z.array(z.object({ entity: z.string(), id: Id, name: z.string() })),
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
    refusals: { 409: 'CONFLICT: the image is in use' },
    allow: 'media.delete',
    params: oneImage,
    response: Nothing,
  },
})
