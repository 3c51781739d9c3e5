import { type FieldsOf, line, oneOf, wholeNumber } from '../search.ts'
import type { IntegrationsQuery } from './schemas.ts'
import { statusChoices } from './words.ts'

/** What the address of the list may carry. */
export const integrationSearch = {
  q: line(100),
  status: oneOf(statusChoices),
  page: wholeNumber(1, 1_000_000),
  limit: wholeNumber(1, 100),
} satisfies FieldsOf<typeof IntegrationsQuery>
