import { describeEndpoints } from '../endpoint.ts'
import { paths } from './calls.ts'
import { ProductCards } from './schemas.ts'

export const products = describeEndpoints('Products', paths, {
  readProductCards: {
    summary: 'Get the cards of the products page',
    description:
      'card1 applications, card2 available applications, card3 new applications, card4 integrations, card5 available integrations. Each counts the rows of the list that it opens; `percentage` is the change against 30 days ago.',
    allow: 'products.read',
    response: ProductCards,
  },
})
