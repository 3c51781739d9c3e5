import '@mantine/core/styles/Notification.layer.css'
import '@mantine/notifications/styles.layer.css'
import { Button } from '@mantine/core'
import { Notifications, notifications } from '@mantine/notifications'
import { Icon } from '../icons/icons.tsx'
import type { Toast } from './notify.ts'
import { useShortcut } from './shortcuts.ts'
import { openToastHost } from './ToastHost.tsx'
import classes from './toasts.module.css'

const EIGHT_SECONDS = 8

export function showToast({ message, detail, tone, action }: Toast): string {
  openToastHost(Notifications)
  const isFailure = tone === 'failure'
  const id = notifications.show({
    title: isFailure ? undefined : message,
    message: isFailure ? (
      message
    ) : action ? (
      <WithAction {...action} detail={detail} onDone={() => hideToast(id)} />
    ) : (
      detail
    ),
    autoClose: isFailure ? false : (action?.forS ?? EIGHT_SECONDS) * 1000,
    role: isFailure ? 'alert' : 'status',
    'data-failure': isFailure || undefined,
    icon: <Icon name={isFailure ? 'alert' : 'check'} />,
    closeButtonProps: { 'aria-label': 'Dismiss' },
  })
  return id
}

interface ActionProps {
  label: string
  run: () => void
  detail?: string
  onDone: () => void
}

function WithAction({ label, run, detail, onDone }: ActionProps) {
  const act = () => {
    onDone()
    run()
  }
  useShortcut('Ctrl+z', label, act)
  return (
    <span className={classes.row}>
      <span>{detail}</span>
      <Button variant="default" size="xs" onClick={act}>
        {label}
      </Button>
    </span>
  )
}

export const hideToast = (id: string) => void notifications.hide(id)
