import { Button } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { type ReactNode, useState } from 'react'
import { useIsNarrow } from '../display/viewport.ts'
import { confirm, Dialog, DialogActions } from '../feedback/messages.tsx'
import { GuardedButton, SubmitButton } from '../form/SubmitButton.tsx'
import { useAskBeforeClose } from '../form/unsaved.ts'
import { Icon } from '../icons/icons.tsx'
import { Pager, rangeText } from '../list/ListFooter.tsx'
import { type EmptyProps, EmptyState } from '../page/ListStates.tsx'
import { RowAction, RowActions } from '../row/RowActions.tsx'
import './plain.css'
import classes from './parts.module.css'

interface Column<Part> {
  header: string
  cell: (part: Part, index: number) => ReactNode
  align?: 'right'
  width?: number
}

interface TableProps<Part> {
  name: string
  parts: readonly Part[]
  columns: Column<Part>[]
  perPage?: number
  /** The width in pixels up to which each part is a block. */
  blocksUpTo?: number
  isMarked?: (part: Part) => boolean
  empty: EmptyProps
}

export function PartsTable<Part>(props: TableProps<Part>) {
  const { name, parts, columns, perPage = parts.length, blocksUpTo, isMarked, empty } = props
  const isInBlocks = useIsNarrow(blocksUpTo)
  const [chosen, setPage] = useState(1)
  const pages = Math.max(1, Math.ceil(parts.length / (perPage || 1)))
  const page = Math.min(chosen, pages)
  const from = (page - 1) * perPage
  if (parts.length === 0) return <EmptyState {...empty} />
  return (
    <>
      <table className={`ruled ${classes.parts}`} aria-label={name} data-blocks={isInBlocks || undefined}>
        <thead className={isInBlocks ? 'spoken' : undefined}>
          <tr>
            {columns.map(({ header, align, width }) => (
              <th key={header} scope="col" data-align={align} style={{ width }}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {parts.slice(from, from + perPage).map((part, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a part has no identity but its position
            <tr key={from + i} data-marked={isMarked?.(part) || undefined}>
              {columns.map(({ header, cell, align }, place) => {
                // The first column names the part.
                const Tag = place === 0 ? 'th' : 'td'
                return (
                  <Tag key={header} scope={place === 0 ? 'row' : undefined} data-align={align} data-header={header}>
                    {cell(part, from + i)}
                  </Tag>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {parts.length > perPage && (
        <Pager
          range={rangeText({ total: parts.length, page, limit: perPage })}
          pages={pages}
          page={page}
          onChange={setPage}
        />
      )}
    </>
  )
}

interface AddPartProps {
  /** The focus comes here when the list at this path is required and empty. */
  path: string
  label: string
  onClick: () => void
  reason?: string | false
}

export const AddPart = ({ path, label, onClick, reason = false }: AddPartProps) => (
  <div data-path={path} className={classes.add}>
    <GuardedButton variant="default" leftSection={<Icon name="plus" />} reason={reason} onClick={onClick}>
      {label}
    </GuardedButton>
  </div>
)

interface PartsListProps<Part> extends TableProps<Part>, Pick<AddPartProps, 'path'> {
  /** The kind of a part, such as "feature". */
  what: string
  addLabel: string
  whyNotAdd?: string | false
  whyNotRemove?: (part: Part) => string | undefined
  nameOf: (part: Part) => string
  onSave: (part: Part, index: number) => void
  onRemove: (index: number) => void
  /** The form of one part; `part` is undefined while one is added. */
  dialog: (form: {
    part: Part | undefined
    index: number
    onSave: (part: Part) => void
    onClose: () => void
  }) => ReactNode
}

/** A table of parts that are added, edited and removed here. */
export function PartsList<Part>(props: PartsListProps<Part>) {
  const { path, what, addLabel, whyNotAdd, whyNotRemove, nameOf, onSave, onRemove, dialog, ...table } = props
  const { parts, columns, empty } = table
  const [open, setOpen] = useState<number>()
  const add = <AddPart path={path} label={addLabel} reason={whyNotAdd} onClick={() => setOpen(parts.length)} />
  const onClose = () => setOpen(undefined)

  async function remove(part: Part, index: number) {
    if (whyNotRemove?.(part)) return
    const isSure = await confirm({
      title: `Delete ${nameOf(part)}?`,
      body: `The ${what} is removed when you save.`,
      action: 'Delete',
    })
    if (isSure) onRemove(index)
  }

  const actions: Column<Part> = {
    header: 'Action',
    width: 120,
    align: 'right',
    cell: (part, i) => (
      <RowActions>
        <RowAction
          aria-label={`delete ${nameOf(part)}`}
          aria-disabled={whyNotRemove?.(part) ? true : undefined}
          title={whyNotRemove?.(part)}
          onClick={() => void remove(part, i)}
        >
          delete
        </RowAction>
        <RowAction aria-label={`edit ${nameOf(part)}`} onClick={() => setOpen(i)}>
          edit
        </RowAction>
      </RowActions>
    ),
  }
  return (
    <>
      {parts.length > 0 && add}
      <PartsTable {...table} columns={[...columns, actions]} empty={{ ...empty, action: add }} />
      {open !== undefined &&
        dialog({
          part: parts[open],
          index: open,
          onClose,
          onSave(part) {
            onSave(part, open)
            onClose()
          },
        })}
    </>
  )
}

interface PartDialogProps<Values> {
  /** For example "feature". */
  what: string
  isNew: boolean
  /** What is still needed before it can be saved, such as "a title". */
  missing: (string | false)[]
  form: Pick<UseFormReturnType<Values>, 'isDirty' | 'onSubmit' | 'getInputNode'>
  onSave: (values: Values) => void
  onClose: () => void
  children: ReactNode
}

/** The form of one part, in a dialog that asks before what was typed in it is lost. */
export function PartDialog<Values>(props: PartDialogProps<Values>) {
  const { what, isNew, missing, form, onSave, onClose, children } = props
  const heading = `${isNew ? 'Add' : 'Edit'} ${what}`
  const needed = missing.filter(Boolean)
  const leave = useAskBeforeClose(form.isDirty, onClose)
  const submit = form.onSubmit(onSave, (errors) => form.getInputNode(Object.keys(errors)[0] ?? '')?.focus())

  return (
    <Dialog title={heading} onClose={leave}>
      <form className={classes.dialog} aria-label={heading} noValidate onSubmit={submit}>
        {children}
        <DialogActions>
          <Button variant="default" onClick={leave}>
            Cancel
          </Button>
          <SubmitButton isQuiet reason={needed.length > 0 && `Still needed: ${needed.join(' and ')}`}>
            {`${isNew ? 'Add' : 'Save'} ${what}`}
          </SubmitButton>
        </DialogActions>
      </form>
    </Dialog>
  )
}
