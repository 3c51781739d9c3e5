import { usStates } from '@hikmah/contract/addresses'
import { hardware } from '@hikmah/contract/hardware/endpoints'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { read } from '../kit/api/data.ts'
import { countText, plural } from '../kit/format/texts.ts'
import { changed } from '../kit/list/list-search.ts'
import { ColumnHeads, SectionHead } from '../kit/page/Page.tsx'
import classes from './DeviceStates.module.css'

/** A tile for each state, about where it lies. */
const TILES = [
  'AK .  .  .  .  .  .  .  .  .  ME',
  '.  .  .  .  .  .  .  .  .  VT NH',
  'WA ID MT ND MN IL WI MI NY RI MA',
  'OR NV WY SD IA IN OH PA NJ CT .',
  'CA UT CO NE MO KY WV VA MD DE .',
  '.  AZ NM KS AR TN NC SC DC .  .',
  '.  .  .  OK LA MS AL GA .  .  .',
  'HI .  .  TX .  .  .  .  FL .  .',
].flatMap((row, y) => row.split(/ +/).flatMap((state, x) => (state === '.' ? [] : [{ state, x, y }])))

/** The least of each step of color. */
const STEPS = [0, 1, 3, 5, 8]
const stepOf = (offline: number) => STEPS.findLastIndex((least) => offline >= least)
const stepText = (least: number, i: number) => {
  const next = STEPS[i + 1]
  return next === undefined ? `${least} or more` : next - least > 1 ? `${least}–${next - 1}` : String(least)
}

const names = Object.fromEntries(Object.entries(usStates).map(([name, code]) => [code, name]))
const LISTED = 8

/** Where devices are offline. A state filters the list, and pressed again shows all. */
export function DeviceStates({ chosen }: { chosen: string | undefined }) {
  const { data } = useQuery(read(hardware.listDeviceStates, {}))
  const states = data?.data ?? []
  if (states.length === 0) return null
  const linkTo = (state: string) => ({
    to: '.' as const,
    search: changed({ state: state === chosen ? undefined : state }),
    resetScroll: false,
    'aria-current': state === chosen ? ('true' as const) : undefined,
    activeProps: {},
    activeOptions: { exact: true, explicitUndefined: true },
  })
  return (
    <section aria-label="Offline by state" className={classes.states}>
      <SectionHead title="Offline by state">
        <ul className={classes.legend} aria-hidden="true">
          {STEPS.map((least, i) => (
            <li key={least}>
              <i className={classes.tile} data-step={i} /> {stepText(least, i)}
            </li>
          ))}
        </ul>
      </SectionHead>
      <div className={classes.both}>
        <ul className={classes.map} aria-label="Map of the states">
          {TILES.map(({ state, x, y }) => {
            const row = states.find((it) => it.state === state)
            return (
              <li key={state} style={{ gridArea: `${y + 1} / ${x + 1}` }} aria-hidden={!row || undefined}>
                {row ? (
                  <Link {...linkTo(state)} className={classes.tile} data-step={stepOf(row.offline)}>
                    {state} <b>{countText(row.offline)}</b>
                    <span className="spoken">
                      {' '}
                      offline of {plural(row.devices, 'device')} in {names[state]}
                    </span>
                  </Link>
                ) : (
                  <span className={classes.tile}>{state}</span>
                )}
              </li>
            )
          })}
        </ul>
        <table className={classes.table}>
          <ColumnHeads names={['State', 'Offline', 'Devices']} />
          <tbody>
            {states.slice(0, LISTED).map(({ state, devices, offline }) => (
              <tr key={state}>
                <th scope="row">
                  <Link {...linkTo(state)}>{names[state] ?? state}</Link>
                </th>
                <td>{countText(offline)}</td>
                <td>{countText(devices)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
