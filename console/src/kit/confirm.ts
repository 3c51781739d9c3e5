import { modals } from '@mantine/modals'
import type { ReactNode } from 'react'

interface Question {
  /** Names the object: "Remove Bilal Chaudhry?" */
  title: string
  /** What it means, in a sentence. */
  body: ReactNode
  /** The verb on the button: "Remove member". */
  action: string
  cancel?: string
  /** The button is red unless this is false. */
  destructive?: boolean
}

/** Asks before something that cannot be taken back. Resolves to whether to go on. */
export const confirm = ({ title, body, action, cancel = 'Cancel', destructive = true }: Question) =>
  new Promise<boolean>((resolve) => {
    modals.openConfirmModal({
      title,
      children: body,
      labels: { confirm: action, cancel },
      confirmProps: { variant: destructive ? 'danger' : 'filled' },
      cancelProps: { 'data-autofocus': true },
      onConfirm: () => resolve(true),
      // Also called after a confirmation, when the promise has settled already.
      onClose: () => resolve(false),
    })
  })
