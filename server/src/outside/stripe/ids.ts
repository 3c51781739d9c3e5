/**
 * The SDK takes an id that is empty or missing for another question: of the platform's own account, of every customer's
 * invoices, of the list instead of the one. So every function that takes an id asks here first.
 */
export function requireId(id: string): string {
  if (!/^[A-Za-z0-9_-]{3,255}$/.test(id)) throw new Error('This is not an id of the payment provider')
  return id
}
