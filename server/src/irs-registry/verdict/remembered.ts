/** Some megabytes at most. */
const MAX_REMEMBERED = 10_000

/** The function with its last answers kept: a search compares the same names at every letter that is typed. */
export function remembered<Given extends string[], Answer>(work: (...given: Given) => Answer) {
  const known = new Map<string, Answer>()
  return (...given: Given): Answer => {
    const key = given.join('\n')
    const kept = known.get(key)
    if (kept !== undefined) return kept
    if (known.size >= MAX_REMEMBERED) known.clear()
    const answer = work(...given)
    known.set(key, answer)
    return answer
  }
}
