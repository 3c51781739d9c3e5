import { z } from 'zod'
import { HIDDEN, isWellFormed, lengthOf } from '../words.ts'
import { documentOf, MAX_BYTES, MAX_LINES, NotKept, textOf } from './document.ts'

/**
 * Plain text or a rich-text document as a JSON string; what comes out is the plain text or the canonical document, and
 * `''` when there are no words in it. `max` counts the characters of the words (code points), as the editors do.
 */
export const RichText = (max: number) =>
  z
    .string()
    .max(MAX_BYTES, 'At most 64 KB')
    .transform((text, ctx) => {
      try {
        const document = documentOf(text)
        const words = document ? textOf(document) : text
        if (!isWellFormed(words.trim())) throw new NotKept(HIDDEN)
        if (words.split('\n').length > MAX_LINES) throw new NotKept(`At most ${MAX_LINES} lines`)
        if (lengthOf(words.replaceAll('\n', '').trim()) > max) throw new NotKept(`At most ${max} characters`)
        if (words.trim() === '') return ''
        return document ? JSON.stringify(document) : words.trim()
      } catch (error) {
        if (!(error instanceof NotKept)) throw error
        ctx.addIssue({ code: 'custom', message: error.message })
        return z.NEVER
      }
    })
