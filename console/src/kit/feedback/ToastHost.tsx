import type { Notifications } from '@mantine/notifications'
import { useSyncExternalStore } from 'react'

let host: typeof Notifications | undefined
let listener: () => void = () => undefined

/** Called with the first message, which brings the component along. */
export function openToastHost(component: typeof Notifications) {
  host = component
  listener()
}

const subscribe = (changed: () => void) => {
  listener = changed
  return () => {
    listener = () => undefined
  }
}

/** Where messages show; mounted once, by the start of the console. */
export function ToastHost() {
  const Host = useSyncExternalStore(subscribe, () => host)
  return Host ? <Host position="bottom-right" limit={4} /> : null
}
