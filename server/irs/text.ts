import { isAscii } from 'node:buffer'
import type { Input } from './input.ts'
import { Refused, refusedAt } from './refused.ts'

const NEWLINE = 10
const linesIn = (bytes: Uint8Array) => {
  let lines = 0
  for (let at = bytes.indexOf(NEWLINE); at !== -1; at = bytes.indexOf(NEWLINE, at + 1)) lines += 1
  return lines
}

const SAVED_AGAIN = 'It was saved by another program. Import the file as the IRS publishes it.'

/**
 * The text of a file, in pieces. It must be plain ASCII or UTF-8; anything else is refused with its line number. `onBytes`
 * is called with the size of each piece.
 */
export async function* textOf({ name, read }: Input, onBytes: (bytes: number) => void = () => undefined) {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let line = 1
  let isFirst = true
  for await (const chunk of read()) {
    if (isFirst) refuseUtf16(name, chunk)
    isFirst = false
    const zero = chunk.indexOf(0)
    if (zero !== -1) {
      throw refusedAt(
        name,
        line + linesIn(chunk.subarray(0, zero)),
        `there is a zero byte, which does not belong in text. ${SAVED_AGAIN}`,
      )
    }
    yield decode(decoder, chunk, name, line)
    line += linesIn(chunk)
    onBytes(chunk.length)
  }
  try {
    decoder.decode()
  } catch {
    throw refusedAt(name, line, 'the file ends in the middle of a character: it was cut off. Download it again.')
  }
}

function decode(decoder: TextDecoder, chunk: Buffer, name: string, line: number): string {
  try {
    return decoder.decode(chunk, { stream: true })
  } catch {
    const fault = chunk.findIndex((byte, at) => byte > 127 && !isLetter(chunk, at))
    const at = line + linesIn(chunk.subarray(0, Math.max(0, fault)))
    throw refusedAt(name, at, `a character is neither ASCII nor UTF-8. ${SAVED_AGAIN}`)
  }
}

/** Whether the byte belongs to a letter of UTF-8, by itself or with those around it. */
function isLetter(bytes: Buffer, at: number): boolean {
  for (let from = at; from >= Math.max(0, at - 3); from -= 1) {
    for (let length = at - from + 1; length <= 4; length += 1) {
      const letter = bytes.subarray(from, from + length)
      if (letter.length === length && !isAscii(letter) && isOneLetter(letter)) return true
    }
  }
  return false
}

function isOneLetter(bytes: Uint8Array): boolean {
  try {
    return [...new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)].length === 1
  } catch {
    return false
  }
}

function refuseUtf16(name: string, chunk: Buffer) {
  const mark = chunk.subarray(0, 2).toString('hex')
  const isWide = mark === 'fffe' || mark === 'feff' || chunk.subarray(0, 200).indexOf(0) !== -1
  if (isWide) throw refusedAt(name, 1, `the file is UTF-16. ${SAVED_AGAIN}`)
}

/** As much of the beginning as tells what a file is. */
export async function beginningOf(input: Input): Promise<string> {
  let text = ''
  for await (const piece of textOf(input)) {
    text += piece
    if (text.length > 4096) break
  }
  if (text.trim() === '') throw new Refused(`${input.name}: the file is empty. Download it again.`)
  return text.replace(/^\ufeff/, '')
}
