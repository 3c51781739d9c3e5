import { newCode } from '../kit/auth/codes.ts'
import { DAY_S, secondsAfter } from '../kit/process/clock.ts'
import { CODE_GOOD_FOR_DAYS } from './rules.ts'

/** A code to confirm with; it replaces the former one. */
export const newMemberCode = (now: Date) => ({
  code: newCode(),
  codeExpiresAt: secondsAfter(now, CODE_GOOD_FOR_DAYS * DAY_S),
  invitedAt: now,
})
