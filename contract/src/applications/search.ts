import { type FieldsOf, line, oneOf, wholeNumber } from '../search.ts'
import type { ApplicationsQuery } from './schemas.ts'
import { statusChoices } from './words.ts'

/** What the address of the list may carry. */
export const applicationSearch = {
  q: line(100),
  status: oneOf(statusChoices),
  archived: (raw: unknown) => String(raw) === 'true' || undefined,
  page: wholeNumber(1, 1_000_000),
  limit: wholeNumber(1, 100),
} satisfies FieldsOf<typeof ApplicationsQuery>
