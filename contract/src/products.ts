import { z } from 'zod'
import { Compared } from './dashboard-stats.ts'
import { describeEndpoints } from './endpoint.ts'

export const ORDER_SAVED = 'The order is saved'

export const ProductCards = z.object({
  card1: Compared,
  card2: Compared,
  card3: Compared,
  card4: Compared,
  card5: Compared,
})
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
