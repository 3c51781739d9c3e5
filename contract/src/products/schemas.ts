import { z } from 'zod'

/** `percentage` is the change against 30 days ago. */
const Card = z.object({ data: z.int(), percentage: z.int(), previous: z.int() })

export const ProductCards = z.object({ card1: Card, card2: Card, card3: Card, card4: Card, card5: Card })
export type ProductCards = z.infer<typeof ProductCards>
