import { Button, Kbd } from '@mantine/core'
import { formatDate } from '../../kit/format/dates.ts'
import classes from './decision.module.css'

interface Props {
  isAsking: boolean
  /** When papers were last requested, if they have not been received. */
  askedAt: string | null
  onAsk: () => void
  onLeave: () => void
}

/** Asks the organization to submit again while its review stays open. */
export function AskForPapers({ isAsking, askedAt, onAsk, onLeave }: Props) {
  return (
    <section className={classes.ask} data-on={isAsking || undefined} aria-label="New submission">
      {isAsking ? (
        <>
          <p>
            <b>Asks for a new submission.</b> Open reviews stay Pending.
          </p>
          <Button variant="default" size="xs" onClick={onLeave}>
            Cancel request
          </Button>
        </>
      ) : (
        <Button
          variant="default"
          size="xs"
          onClick={onAsk}
          rightSection={
            <Kbd size="xs" aria-hidden="true">
              S
            </Kbd>
          }
        >
          Ask for a new submission
        </Button>
      )}
      {askedAt && (
        <p className={classes.hint}>Asked on {formatDate(askedAt, 'll')}. Nothing has been received since.</p>
      )}
    </section>
  )
}
