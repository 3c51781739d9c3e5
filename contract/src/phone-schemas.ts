import { z } from 'zod'
import { TrimmedText } from './common.ts'
import { INVALID_PHONE, normalPhone } from './phone.ts'
import { REQUIRED } from './words.ts'

const toNormal = (text: string, ctx: z.RefinementCtx) => {
  const phone = normalPhone(text)
  if (phone) return phone
  ctx.addIssue({ code: 'custom', message: INVALID_PHONE })
  return z.NEVER
}

export const Phone = TrimmedText(40, INVALID_PHONE).min(1, REQUIRED).transform(toNormal)
/** A phone that may be left empty. */
export const OptionalPhone = z.union([z.literal(''), Phone], { error: INVALID_PHONE })
