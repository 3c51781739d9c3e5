import { useSecondsUntil } from '../kit/form/seconds-until.ts'

/** When another code may be sent, as the server said during this visit; it is in no address. */
const ends = new Map<string, number>()

export const noteWait = (userName: string, seconds: number) => ends.set(userName, Date.now() + seconds * 1000)

export const useResendWait = (userName: string) => useSecondsUntil(ends.get(userName) ?? 0)
