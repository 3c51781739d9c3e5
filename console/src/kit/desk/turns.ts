import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { notifyFailure } from '../feedback/messages.tsx'
import { useShortcut } from '../feedback/shortcuts.ts'

interface Turns {
  /** Such as "review". */
  what: string
  /** The id of what is open. */
  current: string
  /** The ids of the list in its order; read first where somebody turns before it has come. */
  load: () => Promise<string[]>
  open: (id: string) => unknown
}

export const findBeside = (ids: string[], current: string, step: 1 | -1) => ids[ids.indexOf(current) + step]

/** J and K turn to the next and to the one before. */
export function useTurns({ what, current, load, open }: Turns) {
  const turn = async (step: 1 | -1) => {
    const id = findBeside(await load(), current, step)
    return id && open(id)
  }
  const tellFailure = ({ message }: Error) => notifyFailure(message)
  useShortcut('J', `Next ${what}`, () => void turn(1).catch(tellFailure))
  useShortcut('K', `Previous ${what}`, () => void turn(-1).catch(tellFailure))

  return {
    async openNext() {
      const ids = await load()
      // After the last one it starts over with those that were skipped; without one it stays.
      const following = findBeside(ids, current, 1) ?? ids.find((id) => id !== current)
      return following && open(following)
    },
  }
}

/** The link of the open thing stays in view. */
export function useKeptInView(isOpen: boolean) {
  const link = useRef<HTMLAnchorElement>(null)
  const router = useRouter()
  useEffect(() => {
    if (!isOpen) return
    const show = () => link.current?.scrollIntoView({ block: 'nearest' })
    show()
    // The router then scrolls the list back to where it stood.
    return router.subscribe('onRendered', show)
  }, [isOpen, router])
  return link
}
