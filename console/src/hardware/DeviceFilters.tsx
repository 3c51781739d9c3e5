import type { DevicesQuery } from '@hikmah/contract/hardware/schemas'
import { appStreams, connectivities } from '@hikmah/contract/hardware/words'
import { NativeSelect } from '@mantine/core'
import type { z } from 'zod'
import { plural } from '../kit/format/texts.ts'
import { Icon } from '../kit/icons/icons.tsx'
import { useListSearch } from '../kit/list/list-search.ts'
import { connectivityLabels } from './ConnectivityBadge.tsx'
import classes from './hardware.module.css'

const DAYS = [1, 7, 30, 90]

const streams = appStreams.map((value) => ({ value, label: value }))
const connections = connectivities.map((value) => ({ value, label: connectivityLabels[value] }))

/** What narrows the inventory besides search and status. It is kept in the address, as those are. */
export function DeviceFilters({ search }: { search: z.output<typeof DevicesQuery> }) {
  const { appStream, connectivity, notSeenDays } = search
  // A pasted address may ask for another number of days.
  const days = [...new Set([...DAYS, ...(notSeenDays ? [notSeenDays] : [])])].sort((a, b) => a - b)
  return (
    <div className={classes.filters}>
      <Filter name="appStream" label="App stream" all="All app streams" value={appStream} choices={streams} />
      <Filter name="connectivity" label="Connectivity" all="Online or not" value={connectivity} choices={connections} />
      <Filter
        name="notSeenDays"
        label="Not seen for"
        all="Seen at any time"
        value={notSeenDays}
        choices={days.map((count) => ({ value: String(count), label: `Not seen for ${plural(count, 'day')}` }))}
      />
    </div>
  )
}

interface FilterProps {
  name: string
  label: string
  /** What it says while it narrows nothing. */
  all: string
  value: string | number | undefined
  choices: { value: string; label: string }[]
}

function Filter({ name, label, all, value = '', choices }: FilterProps) {
  const { change } = useListSearch()
  return (
    <NativeSelect
      size="xs"
      aria-label={label}
      data={[{ value: '', label: all }, ...choices]}
      value={String(value)}
      data-on={value !== '' || undefined}
      onChange={({ currentTarget }) => void change({ [name]: currentTarget.value || undefined })}
      rightSection={<Icon name="down" size={12} />}
    />
  )
}
