import { useEffect } from 'react'

/** Logs the failure of a list, which the customer wants in the log only. */
export function useLogged(what: string, error: Error | null) {
  useEffect(() => {
    if (error) console.error(what, error)
  }, [what, error])
}
