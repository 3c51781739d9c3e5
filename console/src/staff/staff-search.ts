import { Text } from '@hikmah/contract/common'
import { z } from 'zod'
import { OneRow } from '../kit/list/list-search.ts'

/** Whose code is entered. */
export const VerifySearch = z.object({ userName: Text(254) })

/** Whose password is reset. The code itself is never in an address. */
export const ResetSearch = OneRow
