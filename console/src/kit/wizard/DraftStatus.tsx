import { Button } from '@mantine/core'
import { formatDate } from '../format/dates.ts'
import { Icon } from '../icons/icons.tsx'
import type { DraftState } from './draft-keeper.ts'
import classes from './Wizard.module.css'

/** Whether the draft is kept, since when, and the way to drop it. Stands beside the title. */
export function DraftStatus({ savedAt, isSaving, failure, discard }: DraftState & { discard: () => unknown }) {
  return (
    <>
      <span className={classes.saved} role="status" data-failed={failure ? true : undefined}>
        {failure ? (
          <>
            <Icon name="alert" size={14} />
            Draft not saved: {failure} Trying again.
          </>
        ) : isSaving ? (
          'Saving draft'
        ) : (
          savedAt && (
            <>
              <Icon name="check" size={14} />
              Draft saved at {formatDate(savedAt, 'hh:mm A')}
            </>
          )
        )}
      </span>
      {savedAt && (
        <Button variant="subtle" onClick={() => void discard()}>
          Discard draft
        </Button>
      )}
    </>
  )
}
