/** A provider that is away is tried again so often, by whoever wants to know. */
const TRY_AGAIN_MS = 10_000

/** Whether the provider answers, by the calls that were made to it: of one nobody has called nothing is known. */
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
    /** Nobody has heard it for so long, in milliseconds. */
    isSilentFor: (ms: number) => heardAt === undefined || now().getTime() - heardAt.getTime() > ms,
    isToBeTriedAgain: () =>
      awaySince !== undefined && triedAt !== undefined && now().getTime() - triedAt.getTime() >= TRY_AGAIN_MS,
  }
}
