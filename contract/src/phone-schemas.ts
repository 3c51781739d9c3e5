import { z } from 'zod'
import { INVALID_PHONE, normalPhone } from './phone.ts'

const toNormal = (text: string, ctx: z.RefinementCtx) => {
  const phone = normalPhone(text)
  if (phone) return phone
  ctx.addIssue({ code: 'custom', message: INVALID_PHONE })
  return z.NEVER
}

export const Phone = z.string().trim().min(1, 'Required').max(40, INVALID_PHONE).transform(toNormal)
/** A phone that may be left empty. */
export const OptionalPhone = z.union([z.literal(''), Phone], { error: INVALID_PHONE })
