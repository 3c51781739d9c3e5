import { notifications } from '@mantine/notifications'
import { createElement } from 'react'
import { Icon } from './icons.tsx'

const EIGHT_SECONDS = 8000

/** A success message; it goes by itself after 8 seconds. */
export function notifySuccess(message: string, detail?: string) {
  notifications.show({
    title: message,
    message: detail,
    autoClose: EIGHT_SECONDS,
    role: 'status',
    icon: createElement(Icon, { name: 'check' }),
    closeButtonProps: { 'aria-label': 'Dismiss' },
  })
}

const failures = new Set<string>()

/** A failure that belongs to no form. It stays until it is dismissed. */
export function notifyFailure(message: string) {
  if (message.trim() === '') return
  const id = notifications.show({
    message,
    autoClose: false,
    role: 'alert',
    'data-failure': true,
    icon: createElement(Icon, { name: 'alert' }),
    closeButtonProps: { 'aria-label': 'Dismiss' },
  })
  failures.add(id)
}

/** Takes away the failures that nobody has dismissed. */
export function clearFailures() {
  for (const id of failures) notifications.hide(id)
  failures.clear()
}
