import { type RetentionRow, retention } from '@hikmah/contract/retention'
import { useQuery } from '@tanstack/react-query'
import { read, useMay } from '../kit/api/data.ts'
import { formatDate, plural } from '../kit/format/texts.ts'
import { LoadFailure } from '../kit/page/ListStates.tsx'
import { ClosedPage } from '../kit/page/LoadedPage.tsx'
import { LoadingLines } from '../kit/page/Outlines.tsx'
import { LinkTo, Page } from '../kit/page/Page.tsx'
import { PersonBox } from './PersonBox.tsx'
import classes from './retention.module.css'

const keptText = ({ days, from }: RetentionRow) =>
  days === null ? 'Permanently' : `${plural(days, 'day')} after ${from}`

/** /retention: how long each kind of data is kept. It is fixed in the product, so there is nothing to save. */
export function RetentionPage() {
  return useMay('audit.read') ? <Retention /> : <ClosedPage title="Data retention" what="Data retention" />
}

function Retention() {
  const { data, error, refetch } = useQuery(read(retention.listRetention, {}))
  const mayErase = useMay('communication.delete')
  return (
    <Page
      title="Data retention"
      sub="How long each kind of data is kept. What is older is removed every hour."
      trail={[
        <LinkTo key="audit" to="/audit">
          Audit
        </LinkTo>,
      ]}
    >
      {mayErase && <PersonBox />}
      {error && <LoadFailure what="Data retention" error={error} onRetry={refetch} />}
      {!data && !error && <LoadingLines name="data retention" lines={9} />}
      {data && (
        <table className={classes.retention} aria-label="Data retention">
          <thead>
            <tr>
              <th scope="col">Data</th>
              <th scope="col">Kept</th>
              <th scope="col">Why</th>
              <th scope="col">Oldest left</th>
            </tr>
          </thead>
          <tbody>
            {data.data.map((row) => (
              <tr key={row.data}>
                <th scope="row">{row.data}</th>
                <td>{keptText(row)}</td>
                <td>{row.reason}</td>
                <td>{row.oldest ? formatDate(row.oldest, 'MMM DD, YYYY') : '–'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Page>
  )
}
