import { Text } from '@hikmah/contract/common'
import { z } from 'zod'

/** A day, or a minute of it, in the reader's own zone. */
const DayOrMinute = z.union([z.iso.date(), z.iso.datetime({ local: true, precision: -1 })])

/** What the address of a trail may carry: the person, the first and the last moment, and where to go on. */
export const ActivitySearch = z.object({
  actor: Text(254).optional(),
  from: DayOrMinute.optional(),
  to: DayOrMinute.optional(),
  cursor: z.coerce.number().int().min(1).optional(),
})

/** The whole trail is also narrowed to one kind of thing, and to one thing. */
export const AuditSearch = ActivitySearch.extend({
  entity: Text(50).optional(),
  id: Text(64).optional(),
})
export type AuditSearch = z.output<typeof AuditSearch>
