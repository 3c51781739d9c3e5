import { useEffect, useState } from 'react'

/** Counts down from now, and again from `restart`. */
export function useSecondsLeft(from: number) {
  const [end, setEnd] = useState(() => Date.now() + from * 1000)
  const [now, setNow] = useState(() => Date.now())
  const seconds = Math.max(0, Math.ceil((end - now) / 1000))
  const isRunning = seconds > 0

  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [isRunning])

  const restart = () => {
    setNow(Date.now())
    setEnd(Date.now() + from * 1000)
  }
  return { seconds, restart }
}
