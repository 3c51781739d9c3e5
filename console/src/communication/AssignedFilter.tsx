import { NativeSelect } from '@mantine/core'
import { Icon } from '../kit/icons/icons.tsx'
import { useListSearch } from '../kit/list/list-search.ts'

/** What is mine to answer, or everybody's. */
export function AssignedFilter({ value }: { value: 'me' | undefined }) {
  const { change } = useListSearch()
  return (
    <NativeSelect
      size="xs"
      aria-label="Assignee"
      data={[
        { value: '', label: 'All assignees' },
        { value: 'me', label: 'Assigned to me' },
      ]}
      value={value ?? ''}
      onChange={({ currentTarget }) => void change({ assignee: currentTarget.value || undefined })}
      rightSection={<Icon name="down" size={12} />}
    />
  )
}
