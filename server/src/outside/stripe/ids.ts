/** An empty id makes the SDK call another endpoint (own account, all invoices), so ids are checked here. */
export function requireId(id: string): string {
  if (!/^[A-Za-z0-9_-]{3,255}$/.test(id)) throw new Error('This is not an id of the payment provider')
  return id
}

/** Of what is referred to, whether the provider sent its id alone or all of it. */
export const idOf = (value: string | { id: string } | null | undefined): string | null =>
  typeof value === 'string' ? value : (value?.id ?? null)
