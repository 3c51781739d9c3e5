import { isMissing } from './errors.ts'

/** What was asked for, or undefined where the provider has no such thing. */
export const orMissing = async <T>(asked: Promise<T>): Promise<T | undefined> => {
  try {
    return await asked
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}
