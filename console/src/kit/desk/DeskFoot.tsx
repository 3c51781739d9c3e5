import { ActionIcon, Button, Kbd } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { useShortcut } from '../feedback/shortcuts.ts'
import { SubmitButton } from '../form/SubmitButton.tsx'
import { Icon } from '../icons/icons.tsx'
import { Menu } from '../popup/Menu.tsx'
import classes from './foot.module.css'

export const SAVE_AND_NEXT = 'Save and open next'
export const SEND_AND_NEXT = 'Send and open next'

const press = (
  <span className={classes.press} aria-hidden="true">
    <Kbd>Ctrl</Kbd>
    <Kbd>↵</Kbd>
  </span>
)

const MORE = 'More ways to save'

interface SaveProps {
  label: string
  type?: 'submit' | 'button'
  reason: string | undefined | false
  loading: boolean
  onClick?: () => void
  /** What it does is against something, and looks like it. */
  isAgainst?: boolean
  /** Further ways, as items of a menu. */
  children?: ReactNode
}

/** The one button of a desk, with the other ways to save in its menu. */
export function DeskSave({ label, type = 'button', reason, loading, onClick, isAgainst, children }: SaveProps) {
  return (
    <div className={classes.split} data-against={isAgainst || undefined}>
      <SubmitButton
        type={type}
        fullWidth
        data-save
        variant={isAgainst ? 'danger-outline' : 'filled'}
        loading={loading}
        reason={reason}
        onClick={onClick}
      >
        {label}
        {press}
      </SubmitButton>
      {children && (
        <Menu
          name={MORE}
          button={(button) => (
            <ActionIcon
              {...button}
              className={classes.more}
              variant="filled"
              data-disabled={Boolean(reason) || undefined}
              aria-label={MORE}
            >
              <Icon name="down" size={14} />
            </ActionIcon>
          )}
        >
          {children}
        </Menu>
      )}
    </div>
  )
}

interface LastActProps {
  /** What was done, and for whom; nothing yet without it. */
  text: string | undefined
  isFailed?: boolean
  /** Epoch milliseconds; without it there is nothing to undo. */
  undoUntil: number | undefined
  undoName: string
  isUndoing: boolean
  onUndo: () => void
  children?: ReactNode
}

/** What was done last, in one place; with Undo until the next save, or until its time is over. */
export function LastActLine({ text, isFailed, undoUntil, undoName, isUndoing, onUndo, children }: LastActProps) {
  const isLate = useIsOver(undoUntil)
  const mayUndo = undoUntil !== undefined && !isLate
  useShortcut('U', undoName, onUndo, { disabled: text === undefined })
  useShortcut('Ctrl+Z', undoName, onUndo, { disabled: !mayUndo })
  if (text === undefined) return null
  return (
    <div className={classes.last} data-failed={isFailed || undefined}>
      <p role={isFailed ? 'alert' : 'status'} key={text}>
        <Icon name={isFailed ? 'alert' : 'check'} size={14} />
        <span>{text}</span>
      </p>
      {children}
      {mayUndo && (
        <Button
          variant="subtle"
          size="xs"
          loading={isUndoing}
          onClick={onUndo}
          rightSection={
            <Kbd size="xs" aria-hidden="true">
              U
            </Kbd>
          }
        >
          Undo
        </Button>
      )}
    </div>
  )
}

function useIsOver(until: number | undefined): boolean {
  const [over, setOver] = useState<number>()
  useEffect(() => {
    if (until === undefined) return
    const timer = setTimeout(() => setOver(until), Math.max(0, until - Date.now()))
    return () => clearTimeout(timer)
  }, [until])
  return until !== undefined && (over === until || until <= Date.now())
}

/** The keys of the desk, in a line; all of them are behind `?`. */
export const DeskKeys = ({ keys }: { keys: Record<string, string> }) => (
  <p className={classes.keys} aria-hidden="true">
    {Object.entries({ ...keys, '?': 'all' }).map(([key, action]) => (
      <span key={key}>
        <Kbd size="xs">{key}</Kbd> {action}
      </span>
    ))}
  </p>
)
