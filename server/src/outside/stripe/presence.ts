/** An unreachable provider is tried again at most this often. */
const TRY_AGAIN_MS = 10_000

/** Whether the provider answers, judged by our own calls: before the first one nothing is known. */
export function createPresence(now: () => Date) {
  let heardAt: Date | undefined
  let awaySince: Date | undefined
  let triedAt: Date | undefined
  return {
    heard() {
      heardAt = now()
      awaySince = undefined
    },
    missed() {
      triedAt = now()
      awaySince ??= triedAt
    },
    awaySince: () => awaySince,
    /** No answer for at least this many milliseconds. */
    isSilentFor: (ms: number) => heardAt === undefined || now().getTime() - heardAt.getTime() > ms,
    isToBeTriedAgain: () =>
      awaySince !== undefined && triedAt !== undefined && now().getTime() - triedAt.getTime() >= TRY_AGAIN_MS,
  }
}
