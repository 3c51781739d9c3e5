import { Email, Id } from '@hikmah/contract/common'
import { z } from 'zod'

/** Whose code is entered. */
export const VerifySearch = z.object({ userName: Email.optional() })

/** Whose password is reset. The code itself is never in an address. */
export const ResetSearch = z.object({ id: Id.optional() })
