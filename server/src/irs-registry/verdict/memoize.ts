/** Some megabytes at most. */
const MAX_KEPT = 10_000

/** The function with its last answers kept: a search compares the same names at every letter that is typed. */
export function memoize<Args extends string[], Answer>(work: (...args: Args) => Answer) {
  const known = new Map<string, Answer>()
  return (...args: Args): Answer => {
    const key = args.join('\n')
    const kept = known.get(key)
    if (kept !== undefined) return kept
    if (known.size >= MAX_KEPT) known.clear()
    const answer = work(...args)
    known.set(key, answer)
    return answer
  }
}
