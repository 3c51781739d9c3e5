import type { Assignee, ResponseEntry } from '@hikmah/contract/communication/schemas'
import { DEFAULT_ASSIGNEE } from '@hikmah/contract/communication/words'
import { plainTextOf } from '@hikmah/contract/rich-text/document'
import { type Choice, ConflictDialog } from '../kit/form/ConflictDialog.tsx'
import { formatDate } from '../kit/format/dates.ts'

interface Version {
  status: string
  assignee: Assignee[]
  responseTimeline: ResponseEntry[]
}

interface Props {
  yours: { status: string; assignee: string }
  /** What you began with. */
  before: Version
  theirs: Version
  isSaving: boolean
  onCancel: () => void
  onKeepTheirs: () => void
  onSave: (choices: Record<string, Choice>) => void
}

const holder = ({ assignee }: Version) => assignee[0]?.name ?? DEFAULT_ASSIGNEE

/** Somebody else answered meanwhile. Both notes stay in the timeline; status and assignee are one or the other. */
export function RespondConflict({ yours, before, theirs, onSave, ...dialog }: Props) {
  const last = theirs.responseTimeline.at(-1)
  const note = last && plainTextOf(last.note)
  // What you did not touch stays theirs unless you say otherwise.
  const first: Record<string, Choice> = {
    status: yours.status === before.status ? 'theirs' : 'yours',
    assignee: yours.assignee === holder(before) ? 'theirs' : 'yours',
  }
  const conflicts = [
    { field: 'status', label: 'Status', yours: yours.status, theirs: theirs.status },
    { field: 'assignee', label: 'Assignee', yours: yours.assignee, theirs: holder(theirs) },
  ]
    .filter((field) => field.yours !== field.theirs)
    .map((field) => ({ ...field, choice: first[field.field] }))
  return (
    <ConflictDialog
      {...dialog}
      onSave={(choices) => onSave({ ...first, ...choices })}
      said={
        <>
          {last
            ? `${last.reviewedBy} saved a response at ${formatDate(last.createdAt, 'hh:mm A')} while you were writing.`
            : 'Somebody else saved a response while you were writing.'}
          {note && ` Their note: “${note}”.`} Your note is added to theirs.
          {conflicts.length > 0 && ' Choose what else to keep.'}
        </>
      }
      conflicts={conflicts}
    />
  )
}
