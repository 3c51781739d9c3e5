import '@mantine/core/styles/Radio.layer.css'
import { Button, Radio } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { Dialog } from '../feedback/Dialog.tsx'
import { DialogActions } from '../feedback/DialogActions.tsx'
import classes from './ConflictDialog.module.css'
import { at } from './paths.ts'

export interface Conflict {
  /** The field's path, as `orgAddress.city`. */
  field: string
  label: string
  yours: ReactNode
  theirs: ReactNode
  /** Which one is chosen at first; yours unless it says otherwise. */
  choice?: Choice
}

/** The labelled fields in which two versions of a row differ. `show` turns a value into what the reader sees. */
export function conflictsBetween(
  yours: unknown,
  theirs: unknown,
  labels: Record<string, string>,
  show: (field: string, value: unknown) => ReactNode = (_, value) => String(value ?? ''),
): Conflict[] {
  return Object.entries(labels)
    .filter(([field]) => (at(yours, field) ?? '') !== (at(theirs, field) ?? ''))
    .map(([field, label]) => ({
      field,
      label,
      yours: show(field, at(yours, field)),
      theirs: show(field, at(theirs, field)),
    }))
}

export type Choice = 'yours' | 'theirs'

interface Props {
  conflicts: Conflict[]
  /** Who saved what and when, as a sentence. */
  said: ReactNode
  isSaving?: boolean
  onCancel: () => void
  onKeepTheirs: () => void
  /** Which version to keep, by field. */
  onSave: (choices: Record<string, Choice>) => void
}

/** Somebody else saved first (409): their values beside yours, and a choice for each. Shown while it is mounted. */
export function ConflictDialog({ conflicts, said, isSaving, onCancel, onKeepTheirs, onSave }: Props) {
  const [choices, setChoices] = useState<Record<string, Choice>>({})
  const all = Object.fromEntries(conflicts.map(({ field, choice = 'yours' }) => [field, choices[field] ?? choice]))

  return (
    <Dialog onClose={onCancel} title="Changed while you were editing" size="lg">
      <p className={classes.said}>{said}</p>
      {conflicts.length > 0 && (
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">Yours</th>
              <th scope="col">Theirs</th>
            </tr>
          </thead>
          <tbody>
            {conflicts.map(({ field, label, ...values }) => (
              <tr key={field}>
                <th scope="row">{label}</th>
                {(['yours', 'theirs'] as const).map((side) => (
                  <td key={side}>
                    <Radio
                      name={field}
                      checked={all[field] === side}
                      onChange={() => setChoices({ ...choices, [field]: side })}
                      label={values[side] || <span className={classes.none}>empty</span>}
                      aria-label={`${label}, ${side}`}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <DialogActions>
        <Button variant="subtle" onClick={onCancel}>
          Cancel
        </Button>
        <Button variant="default" onClick={onKeepTheirs} disabled={isSaving}>
          Keep all theirs
        </Button>
        <Button onClick={() => onSave(all)} loading={isSaving}>
          Save choices
        </Button>
      </DialogActions>
    </Dialog>
  )
}
