import { useEffect, useState } from 'react'

/** Counts down to a moment in epoch milliseconds. */
export function useSecondsUntil(end: number): number {
  const [now, setNow] = useState(() => Date.now())

  useEffect(() => {
    const tick = () => setNow(Date.now())
    tick()
    if (end <= Date.now()) return
    const timer = setInterval(() => {
      tick()
      if (end <= Date.now()) clearInterval(timer)
    }, 1000)
    return () => clearInterval(timer)
  }, [end])

  return Math.max(0, Math.ceil((end - now) / 1000))
}
