import { payments } from '@hikmah/contract/payments'
import { Button } from '@mantine/core'
import { useWrite } from '../kit/api/data.ts'
import { When } from '../kit/format/When.tsx'
import { Icon } from '../kit/icons/icons.tsx'
import { useProviderState } from './payment-provider.ts'
import classes from './StaleMark.module.css'

interface Props {
  /** When the data was read from the provider; left out for lists, which are as complete as our copies. */
  asOf?: string | null | undefined
  /** The data follows the provider's events: it is as current as our copies, however long ago it was read. */
  isFollowed?: boolean
  /** What the page reads again once the provider responds. */
  onBack?: () => unknown
}

/**
 * Shown above the payment provider's data while the provider is unreachable: since when, and how old the data is. It
 * disappears by itself, and is empty otherwise.
 */
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

const isToday = (at: string) => new Date(at).toDateString() === new Date().toDateString()

const Moment = ({ at }: { at: string }) => <When at={at} as={isToday(at) ? 'hh:mm A' : 'MMM DD, YYYY, hh:mm A'} />
