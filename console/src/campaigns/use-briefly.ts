import { useEffect, useState } from 'react'

const SHOWN_MS = 5000

/** A text that disappears after five seconds, as the customer wants for a refused campaign. */
export function useBriefly() {
  const [said, setSaid] = useState<{ text: string }>()
  useEffect(() => {
    if (!said) return
    const timer = setTimeout(() => setSaid(undefined), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [said])
  return [said?.text, (text: string | undefined) => setSaid(text === undefined ? undefined : { text })] as const
}
