/** The fixed beginning of the website field. */
export const WEBSITE_START = 'https://'

/** How many characters two texts share at their start and at their end. */
function sameSigns(one: string, other: string, at: (i: number) => number) {
  let count = 0
  while (count < Math.min(one.length, other.length) && one.at(at(count)) === other.at(at(count))) count += 1
  return count
}
const sameStart = (one: string, other: string) => sameSigns(one, other, (i) => i)
const sameEnd = (one: string, other: string) => sameSigns(one, other, (i) => -1 - i)

/**
 * Handles input in the website field: the fixed beginning stays, even if deleted or overwritten, and a pasted address
 * replaces it.
 */
export function websiteAsTyped(text: string, before: string): string {
  if (/https?:\/\//i.test(text)) return text.replace(/^.*(https?:\/\/)/i, '$1')
  const scheme = /^https?:\/\//i.exec(before)?.[0]
  if (!scheme) return `${WEBSITE_START}${text}`
  const rest = before.length - scheme.length
  const start = sameStart(text, scheme)
  const end = sameEnd(text.slice(start), before)
  // A single character was more likely typed over everything than left over.
  const isDeletion = start + end === text.length && text.length > 1
  if (isDeletion) return scheme + before.slice(Math.max(before.length - end, scheme.length))
  const isTypedInside = end >= rest + '//'.length
  if (isTypedInside) return before
  return start >= 'https'.length ? scheme + text.slice(start) : `${WEBSITE_START}${text}`
}
