import { once } from 'node:events'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { Format, Values } from './format.ts'
import type { Input } from './input.ts'
import { Refused, refusedAt } from './refused.ts'

/** Lines that cannot be read are left out up to this share, beyond it the file is refused. */
const UNREADABLE = 0.01
/** The share is not asked for earlier, unless the file ends. */
const JUDGED_FROM = 10_000
const PIECE = 128 * 1024

const SPECIAL = /[\\\t\n\r]/g
const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }
const cell = (value: Values[number]): string => {
  if (value === null) return '\\N'
  // Codes and sounds: letters, digits and spaces alone.
  if (Array.isArray(value)) return `{${value.map((one) => `"${one}"`).join(',')}}`
  return value.replace(SPECIAL, (sign) => escapes[sign]!)
}

interface CopyProgress {
  bytes(read: number): void
  rows(written: number): void
}

/**
 * Fills a table that this transaction has made with the lines of a file, as they come. Returns how many there were.
 * Refuses a file that is cut off, or of which more than one in a hundred lines cannot be read.
 */
export async function copyInput(
  client: pg.Client,
  format: Format,
  table: string,
  input: Input,
  progress: CopyProgress,
) {
  // Rows of a table nobody has seen are written as they will stay, so that nothing has to visit them again.
  const stream = client.query(copyFrom(`copy ${table} (${format.columns.join(', ')}) from stdin with (freeze)`))
  stream.on('error', () => undefined)
  let rows = 0
  let unreadable = 0
  let first: { line: number; problem: string } | undefined
  let last: { line: number; problem?: string } | undefined
  let text = ''
  const send = async () => {
    const piece = text
    text = ''
    if (piece !== '')
      await new Promise<void>((done, fail) => stream.write(piece, (error) => (error ? fail(error) : done())))
  }
  try {
    for await (const lines of format.linesOf(input, progress.bytes)) {
      const before = rows
      for (const line of lines) {
        last = line
        if ('problem' in line) {
          unreadable += 1
          first ??= line
          continue
        }
        rows += 1
        text += `${line.values.map(cell).join('\t')}\n`
        if (text.length > PIECE) await send()
      }
      progress.rows(rows - before)
      if (rows + unreadable > JUDGED_FROM) judge(input.name, rows, unreadable, first)
    }
    await send()
    if (last?.problem) {
      throw refusedAt(input.name, last.line, `${last.problem}: the file was cut off before its end. Download it again.`)
    }
    if (rows + unreadable === 0) throw new Refused(`${input.name}: there is no row in this file. Download it again.`)
    judge(input.name, rows, unreadable, first)
    stream.end()
    await once(stream, 'finish')
  } catch (error) {
    stream.destroy(error as Error)
    throw error
  }
  return rows
}

function judge(name: string, rows: number, unreadable: number, first: { line: number; problem: string } | undefined) {
  if (!first || unreadable <= (rows + unreadable) * UNREADABLE) return
  const many = `${unreadable.toLocaleString('en-US')} of ${(rows + unreadable).toLocaleString('en-US')} lines cannot be read, this one first`
  throw refusedAt(name, first.line, `${first.problem}. ${many}. Import the file as the IRS publishes it.`)
}
