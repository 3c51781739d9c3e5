import { useSecondsUntil } from '../kit/form/seconds-until.ts'

/** When somebody may be sent another code, as the server said in this visit: no address carries it. */
const ends = new Map<string, number>()

export const noteWait = (userName: string, seconds: number) => ends.set(userName, Date.now() + seconds * 1000)

export const useResendWait = (userName: string) => useSecondsUntil(ends.get(userName) ?? 0)
