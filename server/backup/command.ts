import { resolve } from 'node:path'
import { type Config, readConfig } from '../src/kit/process/config.ts'
import { ConfigError } from '../src/kit/process/config-error.ts'
import { errorText } from '../src/kit/process/log.ts'

export const say = (line: string) => void process.stderr.write(`${line}\n`)

/** Runs `npm run backup` or `npm run restore`: one argument, the environment of the console. */
export async function runCommand(usage: string, work: (config: Config, file: string) => Promise<void>): Promise<void> {
  process.umask(0o077)
  try {
    const [file, ...rest] = process.argv.slice(2)
    if (!file || rest.length > 0) throw new ConfigError(usage)
    // What the console asks of a server in production is nothing to a copy of its data.
    await work(readConfig({ ...process.env, NODE_ENV: 'development' }), resolve(process.env.INIT_CWD ?? '.', file))
  } catch (error) {
    say(error instanceof ConfigError ? error.message : errorText(error))
    process.exitCode = 1
  }
}
