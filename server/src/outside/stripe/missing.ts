import { isMissing } from './errors.ts'

/** What was requested, or undefined where the provider has no such thing. */
export const undefinedIfMissing = async <T>(request: Promise<T>): Promise<T | undefined> => {
  try {
    return await request
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}
