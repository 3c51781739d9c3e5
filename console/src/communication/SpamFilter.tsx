import { NativeSelect } from '@mantine/core'
import { StatusBadge } from '../kit/display/StatusBadge.tsx'
import { countText } from '../kit/format/texts.ts'
import { Icon } from '../kit/icons/icons.tsx'
import { useListSearch } from '../kit/list/list-search.ts'

/** Suspected spam is kept; a list shows it, leaves it out, or shows nothing else. */
export function SpamFilter({ value, count = 0 }: { value: 'true' | 'false' | undefined; count?: number }) {
  const { change } = useListSearch()
  return (
    <NativeSelect
      size="xs"
      aria-label="Suspected spam"
      data={[
        { value: '', label: 'With suspected spam' },
        { value: 'false', label: 'Without suspected spam' },
        { value: 'true', label: `Suspected spam only (${countText(count)})` },
      ]}
      value={value ?? ''}
      onChange={({ currentTarget }) => void change({ spam: currentTarget.value || undefined })}
      rightSection={<Icon name="down" size={12} />}
    />
  )
}

export const SpamChip = ({ bare }: { bare?: boolean }) => (
  <StatusBadge tone="failed" bare={bare}>
    Possible spam
  </StatusBadge>
)
