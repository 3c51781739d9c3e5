import { Button } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { Dialog, DialogActions } from '../feedback/messages.tsx'
import { Icon } from '../icons/icons.tsx'
import classes from './CopyLinkDialog.module.css'
import { TextArea } from './TextField.tsx'

interface Props {
  title: string
  url: string
  onClose: () => void
  /** What whoever has the link can do. */
  children: ReactNode
}

/** Shows a link the only time it is known: of it only a hash is kept. */
export function CopyLinkDialog({ title, url, onClose, children }: Props) {
  const clipboard = useClipboard({ timeout: 4000 })
  return (
    <Dialog title={title}>
      <p className={classes.text}>{children}</p>
      <TextArea
        className={classes.link}
        label="Link"
        readOnly
        minRows={1}
        data-autofocus
        value={url}
        onFocus={({ currentTarget }) => currentTarget.select()}
        error={clipboard.error && 'The browser blocked copying. Select the link and copy it by hand.'}
      />
      <DialogActions>
        <Button
          variant="default"
          leftSection={<Icon name={clipboard.copied ? 'check' : 'copy'} />}
          onClick={() => clipboard.copy(url)}
        >
          <span aria-live="polite">{clipboard.copied ? 'Copied' : 'Copy'}</span>
        </Button>
        <Button onClick={onClose}>Done</Button>
      </DialogActions>
    </Dialog>
  )
}
