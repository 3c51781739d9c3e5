import { useTimeout } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'

/** Nobody has looked at a review sooner after it came. */
const LOOK_MS = 800
/** When saving was asked for last in this tab, be it of another review. */
let askedAt: number | undefined

/**
 * The next review opens under the key or button that saved the one before, with its answers suggested: a second press
 * would decide it unseen. Unless the person has answered something here, a press that comes too soon is refused, and the
 * time begins anew with it.
 */
export function useFirstLook() {
  const shownAt = useRef(0)
  const [isHasty, setHasty] = useState(false)
  const { start: soon } = useTimeout(() => setHasty(false), LOOK_MS)
  useEffect(() => {
    shownAt.current = Date.now()
  }, [])

  function refuses(isAnswered: boolean): boolean {
    const now = Date.now()
    const isTooSoon = askedAt !== undefined && now - Math.max(askedAt, shownAt.current) < LOOK_MS
    askedAt = now
    if (isAnswered || !isTooSoon) return false
    setHasty(true)
    soon()
    return true
  }
  return { isHasty, refuses }
}
