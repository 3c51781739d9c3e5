import { type ParseArgsConfig, parseArgs } from 'node:util'

/** An error that the person who starts the console can fix by reading its message. */
export class ConfigError extends Error {}

/** Unknown arguments are refused together with the usage. */
export function readArguments<T extends ParseArgsConfig>(usage: string, known: T) {
  try {
    return parseArgs(known)
  } catch (error) {
    throw new ConfigError(`${(error as Error).message}\n${usage}`)
  }
}
