import { type Field, isOfCalendar, line, matching, type SearchOf, wholeNumber } from '@hikmah/contract/search'

/** A day, or a minute of it, in the reader's own zone. */
const dayOrMinute: Field<string> = (raw) => {
  const text = matching(/^\d{4}-\d\d-\d\d(T\d\d:\d\d)?$/)(raw)
  return text && isOfCalendar(text) ? text : undefined
}

/** What the address of a trail may carry: the person, the first and the last moment, and where to go on. */
export const ActivitySearch = {
  actor: line(254),
  from: dayOrMinute,
  to: dayOrMinute,
  cursor: wholeNumber(1, Number.MAX_SAFE_INTEGER),
}

/** The whole trail is also narrowed to one kind of thing, and to one thing. */
export const AuditSearch = { ...ActivitySearch, entity: line(50), id: line(64) }
export type AuditSearch = SearchOf<typeof AuditSearch>
