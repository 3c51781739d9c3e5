import { parse } from 'csv-parse'
import { getTableName } from 'drizzle-orm'
import { searchWords } from '../src/irs-registry/search-words.ts'
import { irsOrganizations } from '../src/irs-registry/table.ts'
import { assertDigits, type Format, type Line, Mangled, problemOf, textProblemOf, type Values } from './format.ts'
import { Refused, refusedAt } from './refused.ts'
import { textOf } from './text.ts'

/** The header of the EO BMF. The name in care of (ICO) is of a person, and never kept. */
export const BMF_HEADER =
  'EIN,NAME,ICO,STREET,CITY,STATE,ZIP,GROUP,SUBSECTION,AFFILIATION,CLASSIFICATION,RULING,DEDUCTIBILITY,FOUNDATION,ACTIVITY,ORGANIZATION,STATUS,TAX_PERIOD,ASSET_CD,INCOME_CD,FILING_REQ_CD,PF_FILING_REQ_CD,ACCT_PD,ASSET_AMT,INCOME_AMT,REVENUE_AMT,NTEE_CD,SORT_NAME'.split(
    ',',
  )

const KEPT = {
  ein: 'EIN',
  name: 'NAME',
  sort_name: 'SORT_NAME',
  city: 'CITY',
  state: 'STATE',
  zip: 'ZIP',
  group_number: 'GROUP',
  subsection: 'SUBSECTION',
  affiliation: 'AFFILIATION',
  ruling: 'RULING',
  deductibility: 'DEDUCTIBILITY',
  foundation: 'FOUNDATION',
  status: 'STATUS',
  filing_requirement: 'FILING_REQ_CD',
  ntee: 'NTEE_CD',
}
type Column = keyof typeof KEPT
const names = Object.keys(KEPT) as Column[]
/** Where each stands in a line. */
const places = names.map((name) => [name, BMF_HEADER.indexOf(KEPT[name])] as const)

const TEXTS: Column[] = ['name', 'sort_name', 'city', 'ntee']
const DIGITS: [Column, number][] = [
  ['group_number', 4],
  ['subsection', 2],
  ['affiliation', 1],
  ['ruling', 6],
  ['deductibility', 1],
  ['foundation', 2],
  ['status', 2],
  ['filing_requirement', 2],
]

function readRow(cells: string[]): Values | string {
  const row = {} as Record<Column, string>
  for (const [name, place] of places) row[name] = cells[place]!.trim()
  const { ein, name, sort_name, state, zip } = row
  const badEin = problemOf('EIN', ein, 9, true)
  if (badEin) return badEin
  assertDigits('ZIP', zip, 5)
  if (name === '') return 'NAME is empty'
  for (const column of TEXTS) {
    const problem = textProblemOf(KEPT[column], row[column])
    if (problem) return problem
  }
  if (!/^([A-Z]{2})?$/.test(state)) return `STATE “${state}” is not two letters`
  if (!/^(\d{5}(-\d{4})?)?$/.test(zip)) return `ZIP “${zip}” is not NNNNN-NNNN`
  for (const [column, digits] of DIGITS) {
    const problem = problemOf(KEPT[column], row[column], digits)
    if (problem) return problem
  }
  row.zip = zip.slice(0, 5)
  return [...names.map((column) => row[column]), searchWords(state, name, sort_name)]
}

function assertHeader(file: string, cells: string[]) {
  const found = cells.map((cell) => cell.trim())
  for (const [n, name] of BMF_HEADER.entries()) {
    if (found[n] === name) continue
    const there = found[n] === undefined ? 'nothing' : `“${found[n].slice(0, 40)}”`
    throw refusedAt(file, 1, `column ${n + 1} is ${there}, but ${name} belongs there. ${CHANGED}`)
  }
  if (found.length > BMF_HEADER.length) {
    throw refusedAt(file, 1, `there are ${found.length} columns, but ${BMF_HEADER.length} belong there. ${CHANGED}`)
  }
}
const CHANGED = 'Import the file as the IRS publishes it, with its columns as they are.'

/** The Business Master File of exempt organizations, of a state, a region or all. */
export const eoBmf: Format = {
  kind: 'eo-bmf',
  table: getTableName(irsOrganizations),
  columns: [...names, 'words'],
  async *linesOf(input, onBytes) {
    let lines: Line[] = []
    let isHeader = true
    const take = (cells: string[], line: number) => {
      if (isHeader) {
        isHeader = false
        return assertHeader(input.name, cells)
      }
      if (cells.length !== BMF_HEADER.length) {
        lines.push({ line, problem: `there are ${cells.length} columns instead of ${BMF_HEADER.length}` })
        return
      }
      const row = readRow(cells)
      lines.push(typeof row === 'string' ? { line, problem: row } : { line, values: row })
    }
    const parser = parse({
      bom: true,
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: MAX_RECORD,
      record_delimiter: ['\r\n', '\n'],
      // Handed over at once, so that none is kept: the stream itself stays empty.
      on_record: (cells: string[], { lines: line }) => {
        try {
          take(cells, line)
        } catch (error) {
          throw error instanceof Mangled ? refusedAt(input.name, line, error.message) : error
        }
        return null
      },
    })
    const failed = new Promise<never>((_, fail) => parser.once('error', (error) => fail(problemIn(input.name, error))))
    failed.catch(() => undefined)
    parser.resume()
    const write = (text: string) => Promise.race([failed, new Promise<unknown>((done) => parser.write(text, done))])
    for await (const text of textOf(input, onBytes)) {
      await write(text)
      yield lines
      lines = []
    }
    await Promise.race([failed, new Promise<void>((done) => parser.end(() => done()))])
    yield lines
  },
}

/** As characters; a line of the IRS has some 200. */
const MAX_RECORD = 20_000

function problemIn(file: string, error: Error & { lines?: number; code?: string }) {
  if (error instanceof Refused) return error
  const problem =
    error.code === 'CSV_MAX_RECORD_SIZE'
      ? `the line does not end within ${MAX_RECORD.toLocaleString('en-US')} characters, or a quotation mark is not closed`
      : 'a quotation mark is out of place'
  const words = `${problem}. Import the file as the IRS publishes it.`
  return refusedAt(file, error.lines ?? 1, words)
}
