/** The address as plain text, `?q=123&page=2`: the schemas of the lists know what is a number. */
export const parseSearch = (text: string) => Object.fromEntries(new URLSearchParams(text))

export function stringifySearch(search: Record<string, unknown>): string {
  const text = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    if (value !== undefined && value !== null && value !== '') text.set(name, String(value))
  }
  return text.size > 0 ? `?${text}` : ''
}
