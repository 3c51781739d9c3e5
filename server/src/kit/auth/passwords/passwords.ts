import { hash, verify } from '@node-rs/argon2'
import pLimit from 'p-limit'
import { unavailable } from '../../errors/refusal.ts'

/** argon2id, 46 MiB, one pass (OWASP ASVS 5.0 appendix C). */
const PARAMETERS = { memoryCost: 47_104, timeCost: 1, parallelism: 1 }
const MAX_AT_ONCE = 8
/** Beyond these a caller is refused as busy: more would be answered too late. */
const MAX_WAITING = 24

/** The hashes under way and those waiting. */
export const hashing = pLimit(MAX_AT_ONCE)

async function limited<T>(work: () => Promise<T>): Promise<T> {
  if (hashing.pendingCount >= MAX_WAITING) throw unavailable('The server is busy. Try again in a moment.')
  return hashing(work)
}

/** One spelling of each character: keyboards make é of one or of two. */
const normalized = (password: string) => password.normalize('NFC')

export const hashPassword = (password: string) => limited(() => hash(normalized(password), PARAMETERS))

let dummy: Promise<string> | undefined

/** Whether the password fits. Without a hash the same work is done for nothing, so that the time tells nothing. */
export async function passwordFits(passwordHash: string | undefined, password: string): Promise<boolean> {
  dummy ??= hash('no such person', PARAMETERS)
  const against = passwordHash ?? (await dummy)
  const fits = await limited(() => verify(against, normalized(password)))
  return fits && passwordHash !== undefined
}
