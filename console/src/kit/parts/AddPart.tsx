import { SubmitButton } from '../form/SubmitButton.tsx'
import { Icon } from '../icons/icons.tsx'
import classes from './parts.module.css'

interface Props {
  /** The list that it adds to: the focus comes here when the list is required and empty. */
  path: string
  label: string
  onClick: () => void
  reason?: string | false
}

/** Adds a part. */
export const AddPart = ({ path, label, onClick, reason }: Props) => (
  <div data-path={path} className={classes.add}>
    <SubmitButton
      type="button"
      isQuiet
      variant="default"
      leftSection={<Icon name="plus" />}
      reason={reason || false}
      onClick={onClick}
    >
      {label}
    </SubmitButton>
  </div>
)
