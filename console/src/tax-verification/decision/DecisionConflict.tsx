import type { TaxStatus } from '@hikmah/contract/tax-verification/schemas'
import { decisionFields } from '@hikmah/contract/tax-verification/words'
import { Button } from '@mantine/core'
import { Dialog, DialogActions } from '../../kit/feedback/Dialog.tsx'
import { conflictsBetween, differing, settled } from '../../kit/form/conflicts.ts'
import { ConflictDialog } from '../../kit/form/useEditForm.tsx'
import { formatDate } from '../../kit/format/dates.ts'
import { onTopOf, questionLabels, savedValues } from './tax-decision.ts'
import type { Decision } from './use-tax-decision.ts'

const labels = { ein: decisionFields.ein, ...questionLabels }

interface Props {
  decision: Decision
  /** The review as a colleague has saved it. */
  theirs: TaxStatus
  onSaved: () => unknown
}

/**
 * Shown when somebody else decided, the organization resubmitted or an import changed its record in the meantime. The
 * dialog of useEditForm does not fit: it saves what does not conflict, while a reviewer must look at it again.
 */
export function DecisionConflict({ decision: { state, values, resolve, dismiss }, theirs, onSaved }: Props) {
  const mine = onTopOf(theirs, state.base, values)
  const newer = savedValues(theirs)
  const older = savedValues(state.base)
  // Where they did not change a field, ours stays.
  const changed = differing(older, newer, labels)
  const conflicts = conflictsBetween(mine, older, newer, labels).filter(({ field }) => changed.includes(field))
  const text = describeChange(theirs)

  if (conflicts.length === 0) {
    return (
      <Dialog title="Changed while you were editing" onClose={dismiss}>
        {text} Look at it again before you save.
        <DialogActions>
          <Button data-autofocus onClick={() => resolve(theirs, mine)}>
            Look again
          </Button>
        </DialogActions>
      </Dialog>
    )
  }
  return (
    <ConflictDialog
      conflicts={conflicts}
      said={`${text} Choose what to keep.`}
      onCancel={dismiss}
      onKeepTheirs={() => resolve(theirs, { ...newer, message: values.message })}
      onSave={(choices) => resolve(theirs, settled(mine, newer, choices), onSaved)}
    />
  )
}

function describeChange({ events, requests }: TaxStatus): string {
  const event = events.at(-1)
  const request = requests.at(-1)
  if (request && request.status === 'Asked' && request.at > (event?.submittedAt ?? 0)) {
    return `${request.by} asked for a new submission at ${formatDate(request.at, 'MMM DD, YYYY, hh:mm A')}.`
  }
  if (!event) return 'Somebody else saved this review.'
  const at = formatDate(event.submittedAt, 'MMM DD, YYYY, hh:mm A')
  if (event.status === 'Changed') return `The IRS record changed at ${at}.`
  const isSubmission = event.status === 'Submitted' || event.status === 'Resubmitted'
  return isSubmission ? `${event.by} submitted new documents at ${at}.` : `${event.by} saved this review at ${at}.`
}
