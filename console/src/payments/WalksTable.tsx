import { countText } from '../kit/format/texts.ts'
import { When } from '../kit/format/When.tsx'
import { SectionHead } from '../kit/page/Page.tsx'
import { Scroller } from '../kit/page/Scroller.tsx'
import type { Reconciliation } from './PaymentsPage.tsx'
import classes from './payments.module.css'

export const WalksTable = ({ walks }: Pick<Reconciliation, 'walks'>) => (
  <section>
    <SectionHead title="Comparisons" />
    <Scroller label="Comparisons">
      <table className={classes.table} aria-label="Comparisons">
        <thead>
          <tr>
            <th scope="col">Started</th>
            <th scope="col">Ended</th>
            <th scope="col">Compared</th>
            <th scope="col">Differed</th>
            <th scope="col">Result</th>
          </tr>
        </thead>
        <tbody>
          {walks.map(({ startedAt, endedAt, compared, differed, problem }) => (
            <tr key={startedAt}>
              <td>
                <When at={startedAt} as="MMM DD, YYYY, hh:mm A" />
              </td>
              <td>{endedAt ? <When at={endedAt} as="hh:mm A" /> : '–'}</td>
              <td data-number>{countText(compared)}</td>
              <td data-number>{countText(differed)}</td>
              <td data-problem={problem ? true : undefined}>{problem || (endedAt ? 'Complete' : 'Running')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  </section>
)
