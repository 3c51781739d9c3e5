import { z } from 'zod'
import { FileBytes, Id, Nothing, Text } from '../common.ts'
import { describeEndpoints } from '../endpoint.ts'
import { paths } from './calls.ts'
import { Media, MediaKind } from './schemas.ts'

const oneImage = z.object({ id: Id })

export const media = describeEndpoints(paths, {
  /** multipart: `file` and `kind`. The image is read by its content and encoded anew; the same image is kept once. */
  uploadMedia: {
    allow: 'media.upload',
    upload: true,
    response: Media,
  },
  /** Newest first, at most 100. */
  listMedia: {
    allow: 'media.read',
    query: z.object({ kind: MediaKind.optional(), q: Text(100).optional() }),
    response: z.array(Media),
  },
  readMedia: {
    allow: 'media.read',
    params: oneImage,
    response: Media,
  },
  /** Where it is used. */
  readMediaUsage: {
    allow: 'media.read',
    params: oneImage,
    response: z.array(z.object({ entity: z.string(), id: Id, name: z.string() })),
  },
  /** The image itself. Public, because a picture in a page cannot send a header; the id is not guessable. */
  readMediaFile: {
    allow: 'public',
    params: oneImage,
    download: true,
    response: FileBytes,
  },
  /** 409 CONFLICT while it is used. */
  deleteMedia: {
    allow: 'media.delete',
    params: oneImage,
    response: Nothing,
  },
})
