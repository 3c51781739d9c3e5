import { BMF_HEADER, eoBmf } from './eo-bmf.ts'
import type { Format } from './format.ts'
import type { Input } from './input.ts'
import { pub78, revocations } from './piped.ts'
import { refusedAt } from './refused.ts'
import { beginningOf } from './text.ts'

export const formats: Format[] = [eoBmf, pub78, revocations]

/** Which of the IRS's files it is, by what stands in it. */
export async function formatOf(input: Input): Promise<Format> {
  const text = await beginningOf(input)
  const blank = /^\s*/.exec(text)![0]
  const line = blank.split('\n').length
  const first = text.slice(blank.length).split(/\r?\n/, 1)[0]!.trim()
  if (first.startsWith('<'))
    throw refusedAt(
      input.name,
      line,
      'this is a web page, such as the IRS shows when a download fails. Download the file again.',
    )
  const cells = first.split(',').map((cell) => cell.replaceAll('"', '').trim())
  // With a few columns of the header in any order it is one, and its reader says what is wrong with it.
  if (cells.filter((cell) => BMF_HEADER.includes(cell)).length >= 5) return eoBmf
  const fields = first.split('|')
  if (fields.length === 6) return pub78
  if (fields.length === 12) return revocations
  if (/^"?\d{9}"?,/.test(first))
    throw refusedAt(input.name, line, 'the header of the EO BMF is missing. Download the file again.')
  throw refusedAt(
    input.name,
    line,
    'this is not one of the files that can be imported: the EO BMF (CSV), Publication 78 and the automatic revocations (text), each also as a zip.',
  )
}
