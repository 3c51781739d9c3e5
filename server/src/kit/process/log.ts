import { styleText } from 'node:util'

/** An error as a log may keep it. */
type LoggedError = {
  type: string
  message: string
  code?: string
  stack: string
  cause?: LoggedError
}

const MAX_CAUSES = 5

/**
 * What went wrong and where, without values: an error of a query carries every value that was sent with it, which may
 * be a code, a hash of a password or the body of a mail, and PostgreSQL quotes values in its details.
 */
export function loggedError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an error', stack: '' }
  const { code } = error as { code?: unknown }
  const frames = (error.stack ?? '').split('\n').filter((line) => /^ +at /.test(line))
  return {
    type: error.constructor.name,
    message: messageOf(error),
    ...(typeof code === 'string' && { code }),
    stack: frames.join('\n'),
    ...(error.cause !== undefined && depth < MAX_CAUSES && { cause: loggedError(error.cause, depth + 1) }),
  }
}

function messageOf(error: Error): string {
  const isQuery = 'query' in error && 'params' in error
  const message = isQuery ? `Failed query: ${String(error.query)}` : error.message
  // PostgreSQL says `invalid input syntax for type uuid: "…"`: what stands in quotes may be a value.
  return 'severity' in error ? message.replace(/: ".*"$/s, '') : message
}

/** The same for a person at a terminal. */
export const errorText = (error: unknown): string => textOf(loggedError(error))

function textOf(error: LoggedError): string {
  const lines: string[] = []
  for (let at: LoggedError | undefined = error; at; at = at.cause) lines.push(`${at.type}: ${at.message}`, at.stack)
  return lines.filter(Boolean).join('\n')
}

/**
 * Where the log goes and from which level on. At a terminal somebody reads it, who needs to know what went wrong; elsewhere
 * it is kept, in one JSON object a line.
 */
export function logTo(output: { isTTY?: boolean; write(text: string): unknown }, level: string | undefined) {
  if (!output.isTTY) return { level: level ?? 'info' }
  return { level: level ?? 'warn', stream: { write: (line: string) => void output.write(readableLine(line)) } }
}

const LEVELS: Record<number, string> = { 10: 'trace', 20: 'debug', 30: 'info', 40: 'warn', 50: 'error', 60: 'fatal' }
/** What a terminal may take for a command, in words that came from outside. */
const UNSEEN = /[\p{C}--\n]/gv

/** A line of the log for a person: when, how bad, what, and the rest of its fields. */
export function readableLine(line: string): string {
  const { level, time, msg, err, error = err, pid: _pid, hostname: _hostname, ...fields } = JSON.parse(line)
  const name = LEVELS[level] ?? String(level)
  const rest = Object.entries(fields).map(([key, value]) => `${key}=${JSON.stringify(value)}`)
  const words = [msg, ...rest].filter((word) => word !== undefined && word !== '').join(' ')
  const text = `${words}${error ? `\n${textOf(error)}` : ''}`.replace(UNSEEN, '\uFFFD')
  return `${new Date(time).toTimeString().slice(0, 8)} ${styleText(level < 50 ? 'yellow' : 'red', name)} ${text}\n`
}
