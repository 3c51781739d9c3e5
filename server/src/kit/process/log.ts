import { styleText } from 'node:util'

export type LoggedError = {
  type: string
  message: string
  code?: string
  stack: string
  cause?: LoggedError
}

const MAX_CAUSES = 5
/** A statement of a thousand rows has a hundred thousand characters. */
const LONGEST_QUERY = 2000

/**
 * What went wrong and where, without values: an error of a query carries every value sent with it, such as a code, a
 * password hash or the body of a mail, and PostgreSQL quotes values in its details.
 */
export function loggedError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an error', stack: '' }
  const { code } = error as { code?: unknown }
  const frames = (error.stack ?? '').split('\n').filter((line) => /^ +at /.test(line))
  return {
    type: error.constructor.name,
    message: messageWithoutValues(error),
    ...(typeof code === 'string' && { code }),
    stack: frames.join('\n'),
    ...(error.cause !== undefined && depth < MAX_CAUSES && { cause: loggedError(error.cause, depth + 1) }),
  }
}

function messageWithoutValues(error: Error): string {
  const isQuery = 'query' in error && 'params' in error
  const message = isQuery ? `Failed query: ${String(error.query).slice(0, LONGEST_QUERY)}` : error.message
  // In `invalid input syntax for type uuid: "…"` the quoted part may be a value.
  return 'severity' in error ? message.replace(/: ".*"$/s, '') : message
}

export const errorText = (error: unknown): string => formatError(loggedError(error))

function formatError(error: LoggedError): string {
  const lines: string[] = []
  for (let at: LoggedError | undefined = error; at; at = at.cause) lines.push(`${at.type}: ${at.message}`, at.stack)
  return lines.filter(Boolean).join('\n')
}

/** One JSON object a line, or text for a person at a terminal. */
export function logTo(output: { isTTY?: boolean; write(text: string): unknown }, level: string | undefined) {
  if (!output.isTTY) return { level: level ?? 'info' }
  return { level: level ?? 'warn', stream: { write: (line: string) => void output.write(readableLine(line)) } }
}

const LEVELS: Record<number, string> = { 10: 'trace', 20: 'debug', 30: 'info', 40: 'warn', 50: 'error', 60: 'fatal' }
/** Characters from outside that a terminal may take for a command. */
const UNSEEN = /[\p{C}--\n]/gv

export function readableLine(line: string): string {
  const { level, time, msg, err, error = err, pid: _pid, hostname: _hostname, ...fields } = JSON.parse(line)
  const name = LEVELS[level] ?? String(level)
  const rest = Object.entries(fields).map(([key, value]) => `${key}=${JSON.stringify(value)}`)
  const words = [msg, ...rest].filter((word) => word !== undefined && word !== '').join(' ')
  const text = `${words}${error ? `\n${formatError(error)}` : ''}`.replace(UNSEEN, '\uFFFD')
  return `${new Date(time).toTimeString().slice(0, 8)} ${styleText(level < 50 ? 'yellow' : 'red', name)} ${text}\n`
}
