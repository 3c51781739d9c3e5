import { type FieldsOf, listFields, moment, oneOf } from '../search.ts'
import type { OrdersQuery } from './schemas.ts'
import { stageNames } from './stages.ts'
import { orderSorts, orderStatuses } from './words.ts'

/** What the address of the list may carry. */
export const orderSearch = {
  ...listFields(orderStatuses, orderSorts),
  stage: oneOf(stageNames),
  createdFrom: moment,
  createdTo: moment,
} satisfies FieldsOf<typeof OrdersQuery>
