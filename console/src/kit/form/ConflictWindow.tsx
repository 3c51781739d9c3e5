import '@mantine/core/styles/Radio.layer.css'
import { Button, Radio } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { Dialog, DialogActions } from '../feedback/messages.tsx'
import { ColumnHeads } from '../page/Page.tsx'
import classes from './ConflictWindow.module.css'
import { CHANGED_MEANWHILE, type Choices, type Conflict } from './conflicts.ts'

export interface ConflictProps {
  conflicts: Conflict[]
  /** Fields that only they changed, which stay. */
  theirChanges?: Conflict[]
  /** Who saved what and when, as a sentence. */
  summary: ReactNode
  onCancel: () => void
  onKeepTheirs: () => void
  onSave: (choices: Choices) => void
}

export function ConflictWindow(props: ConflictProps) {
  const { conflicts, theirChanges = [], summary, onCancel, onKeepTheirs, onSave } = props
  const [choices, setChoices] = useState<Choices>({})
  const all = Object.fromEntries(conflicts.map(({ field, choice }) => [field, choices[field] ?? choice]))

  return (
    <Dialog onClose={onCancel} title={CHANGED_MEANWHILE} size="lg">
      <p className={classes.summary}>{summary}</p>
      {conflicts.length > 0 && (
        <table className={classes.table}>
          <ColumnHeads names={['Field', 'Yours', 'Theirs']} />
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
      {theirChanges.length > 0 && (
        <>
          <p className={classes.summary}>Their other changes stay:</p>
          <ul className={classes.theirs}>
            {theirChanges.map(({ field, label, theirs }) => (
              <li key={field}>
                {label}: {theirs || <span className={classes.none}>empty</span>}
              </li>
            ))}
          </ul>
        </>
      )}
      <DialogActions>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button variant="default" onClick={onKeepTheirs}>
          Keep all theirs
        </Button>
        <Button onClick={() => onSave(all)}>{conflicts.length > 0 ? 'Save choices' : 'Save'}</Button>
      </DialogActions>
    </Dialog>
  )
}
