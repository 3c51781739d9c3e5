import '@mantine/core/styles/Notification.layer.css'
import '@mantine/notifications/styles.layer.css'
import { Notifications, notifications } from '@mantine/notifications'
import { Icon } from './icons.tsx'
import type { Toast } from './notify.ts'
import { openToastHost } from './ToastHost.tsx'

const EIGHT_SECONDS = 8000

export function showToast({ message, detail, tone }: Toast): string {
  openToastHost(Notifications)
  const isFailure = tone === 'failure'
  return notifications.show({
    title: isFailure ? undefined : message,
    message: isFailure ? message : detail,
    autoClose: isFailure ? false : EIGHT_SECONDS,
    role: isFailure ? 'alert' : 'status',
    'data-failure': isFailure || undefined,
    icon: <Icon name={isFailure ? 'alert' : 'check'} />,
    closeButtonProps: { 'aria-label': 'Dismiss' },
  })
}

export const hideToast = (id: string) => void notifications.hide(id)
