import { createAtom, useSelector } from '@tanstack/react-store'
import type { ComponentType } from 'react'

const host = createAtom<ComponentType | null>(null)

/** Called with the first message, which brings the component along. */
export const openToastHost = (component: ComponentType) => host.set(() => component)

/** Where messages show; mounted once, by the start of the console. */
export function ToastHost() {
  const Host = useSelector(host)
  return Host && <Host />
}
