import { Text } from '@hikmah/contract/common'
import { z } from 'zod'

/** What the address of the activity screen may carry: the person, the first and the last day, and where to go on. */
export const ActivitySearch = z.object({
  actor: Text(254).optional(),
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  cursor: z.coerce.number().int().min(1).optional(),
})
