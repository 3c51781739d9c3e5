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
export function errorText(error: unknown): string {
  const lines: string[] = []
  for (let at: LoggedError | undefined = loggedError(error); at; at = at.cause) {
    lines.push(`${at.type}: ${at.message}`, at.stack)
  }
  return lines.filter(Boolean).join('\n')
}
