import { type ComponentType, useSyncExternalStore } from 'react'

let host: ComponentType | undefined
let listener: () => void = () => undefined

/** Called with the first message, which brings the component along. */
export function openToastHost(component: ComponentType) {
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
  return Host ? <Host /> : null
}
