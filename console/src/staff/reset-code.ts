/**
 * The code, passed from the page where it is entered to the one where the password is chosen. Only in memory: an
 * address would stay in the browser history.
 */
let kept: { id: string; code: string } | undefined

export function keepResetCode(id: string, code: string) {
  kept = { id, code }
}

export const resetCodeFor = (id: string | undefined) => (kept && kept.id === id ? kept.code : undefined)

export function forgetResetCode() {
  kept = undefined
}
