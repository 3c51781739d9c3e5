import { ActionIcon, Kbd } from '@mantine/core'
import { useState } from 'react'
import { Dialog } from '../kit/feedback/Dialog.tsx'
import { shortcuts, useShortcut } from '../kit/feedback/shortcuts.ts'
import { Icon } from '../kit/icons/icons.tsx'
import classes from './header.module.css'

/** The keys of the page as it stands. */
export function ShortcutsHelp() {
  const [isOpen, setOpen] = useState(false)
  useShortcut('?', 'Keyboard shortcuts', () => setOpen(true))
  return (
    <>
      <ActionIcon
        className={classes.tool}
        size={32}
        aria-label="Shortcuts"
        title="Keyboard shortcuts (?)"
        onClick={() => setOpen(true)}
      >
        <Icon name="help" />
      </ActionIcon>
      {isOpen && (
        <Dialog onClose={() => setOpen(false)} title="Keyboard shortcuts" size="sm">
          <dl className={classes.keys}>
            {shortcuts().map(({ key, does }) => (
              <div key={key} style={{ display: 'contents' }}>
                <dt>
                  <Kbd>{key}</Kbd>
                </dt>
                <dd>{does}</dd>
              </div>
            ))}
          </dl>
        </Dialog>
      )}
    </>
  )
}
