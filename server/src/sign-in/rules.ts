/** security.md §1: idle 60 minutes. */
export const IDLE_S = 3600

/** security.md §1: five failures lock, each further lock is twice as long, fifty end it until an owner unlocks. */
export const FAILURES_PER_LOCK = 5
export const HARD_STOP = 50
const LONGEST_LOCK_S = 86_400

export const lockSeconds = (firstLockS: number, locksBefore: number) =>
  Math.min(LONGEST_LOCK_S, firstLockS * 2 ** locksBefore)
