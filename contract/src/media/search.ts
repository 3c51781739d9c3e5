import { type FieldsOf, line, oneOf, wholeNumber } from '../search.ts'
import type { MediaQuery } from './schemas.ts'
import { mediaKinds } from './words.ts'

/** What the address of the library may carry. */
export const mediaSearch = {
  q: line(100),
  kind: oneOf(mediaKinds),
  page: wholeNumber(1, 1_000_000),
  limit: wholeNumber(1, 100),
} satisfies FieldsOf<typeof MediaQuery>
