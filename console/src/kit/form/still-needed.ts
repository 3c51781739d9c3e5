/** "a", "a and b", "a, b and c". */
export const joinByAnd = (parts: readonly string[]) =>
  [parts.slice(0, -1).join(', '), parts.at(-1)].filter(Boolean).join(' and ')

/** Why a form cannot be sent yet: "Still needed: a name and a valid e-mail". */
export function stillNeeded(missing: readonly (string | false | undefined)[]): string | undefined {
  const parts = missing.filter((part) => typeof part === 'string')
  return parts.length > 0 ? `Still needed: ${joinByAnd(parts)}` : undefined
}
