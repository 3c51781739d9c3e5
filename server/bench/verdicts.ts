import type { RegistryRow, Verdict } from '@hikmah/contract/irs-registry/endpoints'
import type { VerdictOutcome } from '@hikmah/contract/irs-registry/words'
import { eoBmf } from '../irs/eo-bmf.ts'
import { openInputs } from '../irs/input.ts'
import { NEAREST } from '../src/irs-registry/queries.ts'
import { findNearest, nameSounds } from '../src/irs-registry/search-words.ts'
import { suggestVerdict } from '../src/irs-registry/verdict/suggest-verdict.ts'
import { comparedPairs, figuresOf, type NamePair } from '../test/name-pairs.ts'
import { registryRow, registrySource } from '../test/registry-rows.ts'

/** How many of the labelled names are matched rightly; those held back were never tuned on. */
export function printPairs() {
  const pairs = comparedPairs()
  console.log('\nnames matched                                   pairs   precision   recall')
  const line = (label: string, some: NamePair[]) => {
    const { pairs: count, precision, recall } = figuresOf(some)
    console.log(
      `  ${label.padEnd(44)}${String(count).padStart(7)}${precision.toFixed(3).padStart(12)}${recall.toFixed(3).padStart(9)}`,
    )
  }
  line('all', pairs)
  line(
    'tuned on',
    pairs.filter(({ isHeldBack }) => !isHeldBack),
  )
  line(
    'held back',
    pairs.filter(({ isHeldBack }) => isHeldBack),
  )
}

/** Which outcomes the codes of a row leave to its own name. Written apart from the verdict, from the IRS's own words. */
function demanded(row: RegistryRow): VerdictOutcome {
  if (row.subsection !== '03' || row.deductibility === '2') return 'NOT_C3'
  if (['02', '03', '04'].includes(row.foundation) || row.status === '25') return 'PRIVATE_FOUNDATION'
  if (row.status === '12') return 'NOT_C3'
  if (row.deductibility !== '1') return 'DEDUCT_UNKNOWN'
  return row.affiliation === '9' && row.group !== '0000' ? 'VERIFIED_GROUP' : 'VERIFIED'
}

const MOSQUE = /ISLAM|MASJID|MUSLIM|MOSQUE|JAMI\b|QURAN/
const isMosque = ({ name, sortName, ntee }: RegistryRow) => MOSQUE.test(`${name} ${sortName}`) || ntee.startsWith('X40')

/**
 * Feeds every row of an EO BMF file back under its own name, and every mosque under the names of the others in its
 * state, as from its own city and as from theirs.
 */
export async function printFile(path: string) {
  const rows = await rowsOf(path)
  const wrong = rows.filter((row) => ask(row, row, rows).outcome !== demanded(row))
  console.log(
    `\n${rows.length} rows under their own names: ${rows.length - wrong.length} have the outcome their codes demand`,
  )
  for (const row of wrong)
    console.log(
      `  ${row.ein} ${row.name}, ${row.city} ${row.state}: ${ask(row, row, rows).outcome}, not ${demanded(row)}`,
    )
  const outcomes = Object.entries(Object.groupBy(rows, (row) => ask(row, row, rows).outcome))
  console.log(`  ${outcomes.map(([outcome, those]) => `${outcome} ${those?.length}`).join(', ')}`)

  const mosques = rows.filter(isMosque)
  const byState = Object.values(Object.groupBy(mosques, ({ state }) => state)).flatMap((those) => those ?? [])
  let pairs = 0
  const taken = new Set<string>()
  for (const row of byState) {
    for (const other of mosques) {
      if (other.state !== row.state || other.ein === row.ein) continue
      pairs += 1
      for (const city of [row.city, other.city]) {
        for (const names of [other, { ...other, sortName: '' }, { ...other, name: other.sortName || other.name }]) {
          const { outcome } = ask(row, { ...names, city }, rows)
          const text = `${row.ein} ${row.name}, ${row.city} under ${other.name}, ${other.city}`
          if (outcome.startsWith('VERIFIED')) taken.add(text)
        }
      }
    }
  }
  console.log(
    `${pairs} pairs of ${mosques.length} mosques of one state, one under the other’s names: ${taken.size} verified`,
  )
  for (const text of taken) console.log(`  ${text}`)
}

/** As the call asks: the row of the EIN, and those of its state whose names sound like the one that is asked for. */
function ask(
  row: RegistryRow,
  as: Pick<RegistryRow, 'name' | 'sortName' | 'city' | 'state'>,
  rows: RegistryRow[],
): Verdict {
  const ofState = rows.filter(({ state }) => state === as.state)
  const near = [as.name, as.sortName].flatMap((name) => findNearest(nameSounds(name), ofState, NEAREST))
  const verdict = suggestVerdict(
    {
      taxIdEin: row.ein,
      orgName: as.name,
      orgShortName: as.sortName,
      orgType: 'Masjid/Islamic Center',
      city: as.city,
      state: as.state,
    },
    { row, deductible: null, revocations: [], sources: [registrySource('eo-bmf')] },
    near,
    new Date('2026-11-22'),
  )
  if (!verdict) throw new Error('No verdict')
  return verdict
}

async function rowsOf(path: string): Promise<RegistryRow[]> {
  const rows: RegistryRow[] = []
  for (const input of await openInputs(path)) {
    for await (const lines of eoBmf.linesOf(input, () => undefined)) {
      for (const line of lines) {
        if ('problem' in line) throw new Error(`Line ${line.line}: ${line.problem}`)
        const [
          ein = '',
          name,
          sortName,
          city,
          state,
          zip,
          group,
          subsection,
          affiliation,
          ruling,
          deductibility,
          ...more
        ] = line.values.map(String)
        const [foundation, status, filingRequirement, ntee] = more
        rows.push(
          registryRow({
            ein: `${ein.slice(0, 2)}-${ein.slice(2)}`,
            name,
            sortName,
            city,
            state,
            zip,
            group,
            subsection,
            affiliation,
            ruling,
            deductibility,
            foundation,
            status,
            filingRequirement,
            ntee,
          }),
        )
      }
    }
  }
  return rows
}
