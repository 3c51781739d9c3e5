import { confirm } from '../feedback/Dialog.tsx'
import { RowAction, RowActions } from '../row/RowActions.tsx'

interface Props {
  /** Its kind, such as "feature", and its name. */
  what: string
  name: string
  onEdit: () => void
  onRemove: () => void
  /** Why it may not be deleted. */
  stays?: string | undefined
}

/** At the end of the row of a part: edit, and delete, which asks. */
export function PartActions({ what, name, onEdit, onRemove, stays }: Props) {
  async function remove() {
    if (stays) return
    const isSure = await confirm({
      title: `Delete ${name}?`,
      body: `The ${what} is removed when you save.`,
      action: 'Delete',
    })
    if (isSure) onRemove()
  }
  return (
    <RowActions>
      <RowAction
        aria-label={`delete ${name}`}
        aria-disabled={stays ? true : undefined}
        title={stays}
        onClick={() => void remove()}
      >
        delete
      </RowAction>
      <RowAction aria-label={`edit ${name}`} onClick={onEdit}>
        edit
      </RowAction>
    </RowActions>
  )
}
