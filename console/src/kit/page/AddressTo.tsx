import { Anchor } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/** A link to an address in the console that is known only as text. */
export function AddressTo({ to, children }: { to: string; children: ReactNode }) {
  const { history } = useRouter()
  return (
    <Anchor
      href={to}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return
        event.preventDefault()
        history.push(to)
      }}
    >
      {children}
    </Anchor>
  )
}
