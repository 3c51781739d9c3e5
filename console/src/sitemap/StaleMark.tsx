import { payments } from '@hikmah/contract/payments'
import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { read, useWrite } from '../kit/api/data.ts'
import { serverNow } from '../kit/format/server-time.ts'
import { When } from '../kit/format/When.tsx'
import { Icon } from '../kit/icons/icons.tsx'
import { navigationCounts, usePaymentsAwaySince } from './navigation-counts.ts'
import classes from './StaleMark.module.css'

/** Why nothing that moves money can be saved at this moment, or false. */
export const useProviderAway = (): string | false =>
  usePaymentsAwaySince() !== undefined && 'The payment provider is not reachable'

/** Read once when the page opens, it then follows the counts. When the provider is back, the page is read again. */
function useProviderState() {
  const client = useQueryClient()
  const since = usePaymentsAwaySince()
  const wasAway = useRef(false)
  const { data, dataUpdatedAt } = useQuery(read(payments.readProviderState, {}))
  const asked = data?.data.awaySince ?? undefined

  // biome-ignore lint/correctness/useExhaustiveDependencies: of each answer once
  useEffect(() => {
    if (dataUpdatedAt > 0 && asked !== since) void client.invalidateQueries({ queryKey: navigationCounts.queryKey })
  }, [client, dataUpdatedAt])

  useEffect(() => {
    const isBack = wasAway.current && since === undefined
    wasAway.current = since !== undefined
    if (since !== undefined || isBack) {
      const [queryKey] = navigationCounts.queryKey
      void client.invalidateQueries({ predicate: (query) => query.queryKey[0] !== queryKey })
    }
  }, [client, since])

  return { since, knownUntil: data?.data.knownUntil ?? undefined }
}

interface Props {
  /** When the data was read from the provider; left out for lists, which are as complete as our copies. */
  asOf?: string | null | undefined
  /** The data follows the provider's events: it is as current as our copies, however long ago it was read. */
  isFollowed?: boolean
  /** What the page reads again once the provider responds. */
  onBack?: () => unknown
}

/** Stands above the payment provider's data, and is empty unless the provider is unreachable. */
export function StaleMark({ asOf, isFollowed = true, onBack }: Props) {
  const { since, knownUntil } = useProviderState()
  const again = useWrite(payments.tryProvider, { success: () => onBack?.() })
  const known = [asOf, isFollowed ? knownUntil : undefined].filter((at) => at !== null && at !== undefined)
  const newest = known.sort().at(-1)
  return (
    <div role="status" className={classes.place}>
      {since && (
        <div className={classes.mark}>
          <Icon name="alert" />
          <p>
            Payment provider not reachable since <Moment at={since} />
            {newest && (
              <>
                , amounts as of <Moment at={newest} />
              </>
            )}
            .{again.error && ' Tried again: still not reachable.'}
          </p>
          <Button variant="default" size="xs" loading={again.isPending} onClick={() => again.mutate({})}>
            Retry
          </Button>
        </div>
      )}
    </div>
  )
}

const isToday = (at: string) => new Date(at).toDateString() === new Date(serverNow()).toDateString()

const Moment = ({ at }: { at: string }) => <When at={at} as={isToday(at) ? 'h:mm A' : 'moment'} />
