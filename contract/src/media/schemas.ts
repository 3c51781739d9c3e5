import { z } from 'zod'
import { Id, Timestamp } from '../common.ts'

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
