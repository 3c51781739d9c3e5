import { payments } from '@hikmah/contract/payments/calls'
import { Button } from '@mantine/core'
import { useWrite } from '../kit/api/data.ts'
import { When } from '../kit/format/When.tsx'
import { Icon } from '../kit/icons/icons.tsx'
import { useProviderState } from './payment-provider.ts'
import classes from './StaleMark.module.css'

interface Props {
  /** When what is shown was read at the provider; left out for a list, which is as complete as our copies are. */
  asOf?: string | null | undefined
  /** What is shown follows the provider's events: it is as good as our copies, however long ago it was read. */
  isFollowed?: boolean
  /** What the page reads again when the provider answers. */
  onBack?: () => unknown
}

/**
 * Above what the payment provider told us, while it does not answer: since when, and from when that is what is shown. It goes
 * away by itself. Where the provider answers, or nothing was asked of it, there is nothing.
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
