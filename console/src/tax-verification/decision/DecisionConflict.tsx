import type { TaxStatus } from '@hikmah/contract/tax-verification/schemas'
import { Button } from '@mantine/core'
import { Dialog } from '../../kit/feedback/Dialog.tsx'
import { DialogActions } from '../../kit/feedback/DialogActions.tsx'
import { ConflictDialog } from '../../kit/form/ConflictDialog.tsx'
import { conflictsBetween, differing, settled } from '../../kit/form/conflicts.ts'
import { formatDate } from '../../kit/format/dates.ts'
import { type DecisionValues, onTopOf, valuesOf } from './tax-decision.ts'

const labels = { ein: 'Tax ID/EIN', einStatus: 'EIN status', exemptStatus: 'Tax exemption status' }

interface ConflictProps {
  base: TaxStatus
  theirs: TaxStatus
  values: DecisionValues
  onCancel: () => void
  /** What to continue with, on top of theirs. */
  onTake: (values: DecisionValues) => void
  onSave: (values: DecisionValues) => void
}

/** Shown when somebody else decided, the organization resubmitted or an import changed its record in the meantime. */
export function DecisionConflict({ base, theirs, values, onCancel, onTake, onSave }: ConflictProps) {
  const mine = onTopOf(theirs, base, values)
  const newer = valuesOf(theirs)
  const older = valuesOf(base)
  // Where they did not change a field, ours stays.
  const changed = differing(older, newer, labels)
  const conflicts = conflictsBetween(mine, older, newer, labels).filter(({ field }) => changed.includes(field))
  const said = whatHappened(theirs)

  if (conflicts.length === 0) {
    return (
      <Dialog title="Changed while you were editing" onClose={onCancel}>
        {said} Look at it again before you save.
        <DialogActions>
          <Button data-autofocus onClick={() => onTake(mine)}>
            Look again
          </Button>
        </DialogActions>
      </Dialog>
    )
  }
  return (
    <ConflictDialog
      conflicts={conflicts}
      said={`${said} Choose what to keep.`}
      onCancel={onCancel}
      onKeepTheirs={() => onTake({ ...newer, message: values.message })}
      onSave={(choices) => onSave(settled(mine, newer, choices))}
    />
  )
}

function whatHappened({ events, requests }: TaxStatus): string {
  const last = events.at(-1)
  const asked = requests.at(-1)
  if (asked && asked.status === 'Asked' && asked.at > (last?.submittedAt ?? 0)) {
    return `${asked.by} asked for a new submission at ${formatDate(asked.at, 'MMM DD, YYYY, hh:mm A')}.`
  }
  if (!last) return 'Somebody else saved this review.'
  const at = formatDate(last.submittedAt, 'MMM DD, YYYY, hh:mm A')
  if (last.status === 'Changed') return `The IRS record changed at ${at}.`
  const isSubmission = last.status === 'Submitted' || last.status === 'Resubmitted'
  return isSubmission ? `${last.by} submitted new documents at ${at}.` : `${last.by} saved this review at ${at}.`
}
