import { appStreams, connectivities, type DevicesQuery } from '@hikmah/contract/hardware/schemas'
import type { z } from 'zod'
import { choiceFilter, type Filter } from '../kit/filter/filters.ts'
import { plural } from '../kit/format/texts.ts'
import { connectivityLabels } from './ConnectivityBadge.tsx'

const DAYS = [1, 7, 30, 90]

const streams = appStreams.map((value) => ({ value, label: value }))
const connections = connectivities.map((value) => ({ value, label: connectivityLabels[value] }))
const notSeenFor = (days: number) => ({ value: days, label: `Not seen for ${plural(days, 'day')}` })

/** The filters of the inventory besides search and status, kept in the address as well. */
export function deviceFilters({ appStream, connectivity, notSeenDays }: z.output<typeof DevicesQuery>): Filter[] {
  // A pasted address may ask for another number of days.
  const days = [...new Set([...DAYS, ...(notSeenDays ? [notSeenDays] : [])])].sort((a, b) => a - b)
  return [
    choiceFilter('appStream', 'App stream', appStream, streams),
    choiceFilter('connectivity', 'Connectivity', connectivity, connections),
    choiceFilter('notSeenDays', 'Not seen for', notSeenDays, days.map(notSeenFor)),
  ]
}
