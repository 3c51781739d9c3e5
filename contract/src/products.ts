import { z } from 'zod'
import { describeEndpoints } from './endpoint.ts'

export const ORDER_SAVED = 'The order is saved'

/** `percentage` is the change against 30 days ago. */
const Card = z.object({ data: z.int(), percentage: z.int(), previous: z.int() })

export const ProductCards = z.object({ card1: Card, card2: Card, card3: Card, card4: Card, card5: Card })
export type ProductCards = z.infer<typeof ProductCards>

export const products = describeEndpoints('Products', {
  readProductCards: {
    call: 'GET /hikmah/productsCardData',
    summary: 'Get the cards of the products page',
    description:
      'card1 applications, card2 available applications, card3 new applications, card4 integrations, card5 available integrations. Each counts the rows of the list that it opens; `percentage` is the change against 30 days ago.',
    allow: 'products.read',
    response: ProductCards,
  },
})
