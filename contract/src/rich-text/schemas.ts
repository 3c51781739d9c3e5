import { z } from 'zod'
import { BoundedText, streamSafe } from '../common.ts'
import { keptText, MAX_BYTES, NotKept } from './document.ts'

/** Plain text or a rich-text document as a JSON string, as `keptText` keeps it. */
export const RichText = (max: number) =>
  BoundedText(MAX_BYTES, 'At most 64 KB')
    .transform((text, ctx) => {
      try {
        return keptText(text, max)
      } catch (error) {
        if (!(error instanceof NotKept)) throw error
        ctx.addIssue({ code: 'custom', message: error.message })
        return z.NEVER
      }
    })
    .check(streamSafe)
