import { waitingKindNames } from '@hikmah/contract/tax-verification/words'
import { NativeSelect } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { FilterChip } from '../kit/field/FilterChip.tsx'
import { Icon } from '../kit/icons/icons.tsx'
import classes from './QueueOrder.module.css'
import { queueOf } from './queue-search.ts'
import { deskOf, type useQueue } from './use-queue.ts'

/** The sort orders of the queue, by their value in the address. */
export const queueOrders = { waitingSince: 'Oldest first', '-waitingSince': 'Newest first', orgName: 'By name' }

interface Props {
  orgId: string
  search: ReturnType<typeof useQueue>['search']
}

/** Sorts the queue next to the review, and so which review comes next. */
export function QueueOrder({ orgId, search }: Props) {
  const navigate = useNavigate()
  return (
    <NativeSelect
      className={classes.order}
      size="xs"
      aria-label="Order of the queue"
      data={Object.entries(queueOrders).map(([value, label]) => ({ value, label }))}
      value={search.sort ?? 'waitingSince'}
      rightSection={<Icon name="down" size={12} />}
      onChange={({ currentTarget: { value } }) =>
        void navigate({
          ...deskOf(orgId, { ...search, ...queueOf({ sort: value, status: search.status }) }),
          replace: true,
        })
      }
    />
  )
}

/** Says that the queue is filtered, and removes the filter. */
export function QueueKind({ orgId, search }: Props) {
  const navigate = useNavigate()
  const { status } = search
  if (!status || status === 'waiting') return null
  return (
    <span className={classes.kind}>
      <FilterChip onRemove={() => navigate({ ...deskOf(orgId, { ...search, status: undefined }), replace: true })}>
        {`${waitingKindNames[status]} only`}
      </FilterChip>
    </span>
  )
}
