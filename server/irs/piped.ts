import { getTableName } from 'drizzle-orm'
import { irsDeductibles, irsRevocations } from '../src/irs-registry/table.ts'
import { type Format, type Line, Mangled, problemOf, textProblemOf, type Values } from './format.ts'
import { refusedAt } from './refused.ts'
import { textOf } from './text.ts'

/** Fields between upright strokes, without a header, with empty lines around. */
function piped(
  format: Pick<Format, 'kind' | 'table' | 'columns'>,
  fields: number,
  readRow: (cells: string[]) => Values | string,
) {
  const read = (text: string, line: number): Line => {
    const cells = text.split('|').map((cell) => cell.trim())
    if (cells.length !== fields) return { line, problem: `there are ${cells.length} fields instead of ${fields}` }
    const row = readRow(cells)
    return typeof row === 'string' ? { line, problem: row } : { line, values: row }
  }
  const made: Format = {
    ...format,
    async *linesOf(input, onBytes) {
      let rest = ''
      let line = 0
      const readAll = (texts: string[]) => {
        const lines: Line[] = []
        for (const text of texts) {
          line += 1
          if (text.trim() === '') continue
          try {
            lines.push(read(text, line))
          } catch (error) {
            throw error instanceof Mangled ? refusedAt(input.name, line, error.message) : error
          }
        }
        return lines
      }
      for await (const text of textOf(input, onBytes)) {
        const texts = (rest + (line === 0 && rest === '' ? text.replace(/^\ufeff/, '') : text)).split('\n')
        rest = texts.pop() ?? ''
        if (rest.length > MAX_LINE)
          throw refusedAt(input.name, line + 1, 'the line does not end. Download the file again.')
        yield readAll(texts)
      }
      yield readAll([rest])
    },
  }
  return made
}
const MAX_LINE = 20_000
/** The IRS knows fifteen. */
const MAX_CODES = 15

/** Publication 78: to whom contributions are deductible. */
export const pub78 = piped(
  { kind: 'pub78', table: getTableName(irsDeductibles), columns: ['ein', 'name', 'city', 'state', 'country', 'codes'] },
  6,
  ([ein = '', name = '', city = '', state = '', country = '', codes = '']) => {
    const bad = problemOf('EIN', ein, 9, true)
    if (bad) return bad
    if (name === '') return 'the name is empty'
    const badText = textProblemOf('the name', name) ?? textProblemOf('the place', `${city} ${state} ${country}`)
    if (badText) return badText
    const each = codes.split(',').map((code) => code.trim())
    if (each.length > MAX_CODES || !each.every((code) => /^[A-Z]{2,10}$/.test(code)))
      return `“${codes.slice(0, 40)}” are not deductibility codes`
    return [ein, name, city, state, country, each]
  },
)

/** Automatic revocations. The address and the kind of exemption are not kept. */
export const revocations = piped(
  {
    kind: 'revocations',
    table: getTableName(irsRevocations),
    columns: ['ein', 'name', 'revoked_on', 'posted_on', 'reinstated_on'],
  },
  12,
  (cells) => {
    const [ein = '', name = ''] = cells
    const bad = problemOf('EIN', ein, 9, true)
    if (bad) return bad
    if (name === '') return 'the name is empty'
    const badText = textProblemOf('the name', name)
    if (badText) return badText
    const dates = cells.slice(9).map(dayOf)
    const [revoked, posted = null, reinstated = null] = dates
    const wrong = dates.indexOf(undefined)
    if (wrong !== -1) return `“${cells[9 + wrong]?.slice(0, 40)}” is not a date like 15-JAN-2022 or 20220115`
    if (!revoked) return 'the revocation date is empty'
    return [ein, name, revoked, posted, reinstated]
  },
)

const MONTHS = 'JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC'.split(' ')

/** A day as the IRS writes it, DD-MON-YYYY or YYYYMMDD; null where there is none, undefined where it is no day. */
function dayOf(text: string): string | null | undefined {
  if (text === '') return null
  const [, day, name = '', year] = /^(\d{2})-([A-Z]{3})-(\d{4})$/.exec(text.toUpperCase()) ?? []
  const month = String(MONTHS.indexOf(name) + 1).padStart(2, '0')
  const iso = day ? `${year}-${month}-${day}` : text.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3')
  const moment = new Date(iso)
  // The calendar of the database knows no year 0.
  return /^(?!0000)\d{4}-\d\d-\d\d$/.test(iso) &&
    !Number.isNaN(moment.getTime()) &&
    moment.toISOString().startsWith(iso)
    ? iso
    : undefined
}
