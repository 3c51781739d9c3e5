import { integrations } from '@hikmah/contract/integrations'
import { read } from '../kit/api/data.ts'
import { rowsPerPage } from '../kit/list/list-search.ts'
import { useList } from '../kit/list/use-list.ts'
import { ProductTable } from './ProductTable.tsx'
import { rowOfIntegration } from './product-row.ts'
import { type IntegrationsSearch, integrationsQuery } from './products-search.ts'

/** Ten a page. All are read, so that a row can be moved from one page to another. */
export const IntegrationsPanel = ({ search }: { search: IntegrationsSearch }) => (
  <ProductTable
    one="integration"
    list={useList(read(integrations.listIntegrations, { query: integrationsQuery(search) }))}
    rowOf={rowOfIntegration}
    search={search}
    paging={{ page: search.page ?? 1, limit: search.limit ?? rowsPerPage() }}
  />
)
