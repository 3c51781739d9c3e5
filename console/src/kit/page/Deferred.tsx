import { type ReactNode, useDeferredValue } from 'react'

interface Props {
  children: ReactNode
  instead?: ReactNode
}

/** What is drawn once the rest stands, piece by piece, so that keys and touches come in between; `instead` until then. */
export function Deferred({ children, instead }: Props) {
  return useDeferredValue(true, false) ? children : instead
}
