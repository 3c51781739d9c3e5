import { applications } from '@hikmah/contract/applications/endpoints'
import { read } from '../kit/api/data.ts'
import { choiceFilter } from '../kit/filter/filters.ts'
import { rowsPerPage } from '../kit/list/list-search.ts'
import { useList } from '../kit/list/use-list.ts'
import { ProductTable } from './ProductTable.tsx'
import { rowOfApplication } from './product-row.ts'
import { type ApplicationsSearch, applicationsQuery } from './products-search.ts'

/** Ten a page, like the integrations; archived ones are shown instead of the others. */
export const ApplicationsPanel = ({ search }: { search: ApplicationsSearch }) => (
  <ProductTable
    one="application"
    list={useList(read(applications.listApplications, { query: applicationsQuery(search) }))}
    rowOf={rowOfApplication}
    search={search}
    paging={{ page: search.page ?? 1, limit: search.limit ?? rowsPerPage() }}
    filters={[choiceFilter('archived', 'Archived', String(search.archived), [{ value: 'true', label: 'Archived' }])]}
  />
)
