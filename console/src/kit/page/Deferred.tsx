import { type ReactNode, useDeferredValue } from 'react'

interface Props {
  children: ReactNode
  instead?: ReactNode
}

/** Renders its children after the rest of the page, so that input is not blocked; shows `instead` until then. */
export function Deferred({ children, instead }: Props) {
  return useDeferredValue(true, false) ? children : instead
}
