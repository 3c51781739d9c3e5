import { id, line } from '@hikmah/contract/search'

/** Whose code is entered. */
export const VerifySearch = { userName: line(254) }

/** Whose password is reset. The code itself is never in an address. */
export const ResetSearch = { id }
