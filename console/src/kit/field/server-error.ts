import { useState } from 'react'

/** The server's error under a field, as long as what it is about stands there. */
export function useServerError(error: string | undefined, value: string): string | undefined {
  const [answered, setAnswered] = useState({ error, value })
  if (answered.error !== error) setAnswered({ error, value })
  return answered.value === value ? error : undefined
}
