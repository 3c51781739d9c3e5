import { readOptions, USAGE, UsageError } from './options.ts'
import { play } from './play.ts'

const say = (line: string) => void process.stdout.write(`${line}\n`)

/** `npm run simulate`: the exit code is 1 when a call failed, 2 when it was asked for wrongly. */
async function main(): Promise<number> {
  const options = readOptions(process.argv.slice(2), process.env)
  if (!options) {
    say(USAGE)
    return 0
  }
  const stop = new AbortController()
  // Ctrl+C at a terminal comes twice, since npm passes it on.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stop.abort())
  const { failures } = await play(options, stop.signal, say)
  return failures > 0 ? 1 : 0
}

try {
  process.exitCode = await main()
} catch (error) {
  if (!(error instanceof UsageError)) throw error
  process.stderr.write(`${error.message}\n\n${USAGE}\n`)
  process.exitCode = 2
}
