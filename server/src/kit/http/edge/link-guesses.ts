import { limitWrong } from '../../auth/throttle.ts'
import type { Db } from '../../db/db.ts'
import type { Clock } from '../../process/clock.ts'
import { machineAddress } from './network.ts'

const QUARTER_HOUR_S = 900
const GUESSES = 50

/** Finds what a link with a secret leads to, while its address has not guessed too often. */
export const limitGuesses = <T>(
  deps: { db: Db; clock: Clock },
  { ip }: { ip: string },
  kind: string,
  find: () => Promise<T | undefined>,
) =>
  limitWrong(
    deps,
    [
      {
        key: `${kind}-address:${machineAddress(ip)}`,
        max: GUESSES,
        windowS: QUARTER_HOUR_S,
        message: 'Too many unknown links. Try again later with the link in the latest email.',
      },
    ],
    find,
  )
