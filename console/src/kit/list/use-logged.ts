import { useEffect } from 'react'

/** The failure of a list of which the customer wants no more than the log to know. */
export function useLogged(what: string, error: Error | null) {
  useEffect(() => {
    if (error) console.error(what, error)
  }, [what, error])
}
