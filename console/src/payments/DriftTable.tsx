import { When } from '../kit/format/When.tsx'
import { SectionHead } from '../kit/page/Page.tsx'
import { Scroller } from '../kit/page/Scroller.tsx'
import type { Reconciliation } from './PaymentsPage.tsx'
import classes from './payments.module.css'

/** The differences, ours next to the provider's. */
export const DriftTable = ({ drift }: Pick<Reconciliation, 'drift'>) => (
  <section>
    <SectionHead title="Differences" />
    <Scroller label="Differences">
      <table className={classes.table} aria-label="Differences">
        <thead>
          <tr>
            <th scope="col">Found</th>
            <th scope="col">What</th>
            <th scope="col">Field</th>
            <th scope="col">Ours</th>
            <th scope="col">The provider’s</th>
          </tr>
        </thead>
        <tbody>
          {drift.map(({ foundAt, object, objectId, field, local, remote }) => (
            <tr key={`${objectId} ${field} ${foundAt}`}>
              <td>
                <When at={foundAt} as="MMM DD, YYYY, hh:mm A" />
              </td>
              <td>
                {object} {objectId}
              </td>
              <td>{field || 'all of it'}</td>
              <td>{local || 'empty'}</td>
              <td>{remote || 'empty'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  </section>
)
