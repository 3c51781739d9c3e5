import { Kbd } from '@mantine/core'
import { SubmitButton } from '../../kit/form/SubmitButton.tsx'
import { DecisionKeys } from './DecisionKeys.tsx'
import classes from './decision.module.css'

interface Props {
  /** What saving does. */
  effect: string
  /** Why it cannot be saved. */
  why: string | undefined
  isSaving: boolean
  onSave: () => void
  onSaveAndNext: () => void
}

/** Saving, at the foot of the decision however long it is. */
export function DecisionSave({ effect, why, isSaving, onSave, onSaveAndNext }: Props) {
  return (
    <div className={classes.save}>
      {!why && <p className={classes.effect}>{effect}</p>}
      <SubmitButton type="button" fullWidth data-save loading={isSaving} reason={why} onClick={onSaveAndNext}>
        Save and open next
        <span className={classes.press} aria-hidden="true">
          <Kbd>Ctrl</Kbd>
          <Kbd>↵</Kbd>
        </span>
      </SubmitButton>
      <SubmitButton type="button" variant="default" fullWidth isQuiet loading={isSaving} reason={why} onClick={onSave}>
        Save
      </SubmitButton>
      <DecisionKeys mayDecide />
    </div>
  )
}
