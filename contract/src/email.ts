import { z } from 'zod'
import { BoundedText } from './common.ts'
import { MAX_EMAIL, readEmail } from './email-address.ts'
import { readTyped } from './typed.ts'
import { INVALID_EMAIL, MAX_SPACE_AROUND, REQUIRED, splitName } from './words.ts'

const emailProblem = (text: string) =>
  readEmail(text) === undefined ? (readTyped(text) === '' ? REQUIRED : INVALID_EMAIL) : undefined

/** RFC 6531. An internationalized domain is kept as it reads, however it was spelled. */
export const Email = BoundedText(MAX_EMAIL + MAX_SPACE_AROUND, INVALID_EMAIL)
  .meta({ format: 'idn-email' })
  .transform((text, ctx) => {
    const problem = emailProblem(text)
    if (problem) ctx.addIssue({ code: 'custom', message: problem })
    return readEmail(text) ?? z.NEVER
  })

/** The rules of a form about a person, which has one field for both names; `Names` is the schema of the two. */
export const personRules = (Names: z.ZodType) => ({
  name: (name: string) => Names.safeParse(splitName(name)).error?.issues[0]?.message,
  userName: (userName: string) => emailProblem(userName),
})
