/** An empty id makes the SDK call another endpoint (own account, all invoices), so ids are checked here. */
export function requireId(id: string): string {
  if (!/^[A-Za-z0-9_-]{3,255}$/.test(id)) throw new Error('This is not an id of the payment provider')
  return id
}
