import { type ParseArgsConfig, parseArgs } from 'node:util'

/** An error that the person who starts the console can fix; its message is all they need to read. */
export class ConfigError extends Error {}

/** The arguments of a command; what it does not know is told together with its usage. */
export function readArguments<T extends ParseArgsConfig>(usage: string, known: T) {
  try {
    return parseArgs(known)
  } catch (error) {
    throw new ConfigError(`${(error as Error).message}\n${usage}`)
  }
}
