import { APPLICATIONS_SORTED } from '@hikmah/contract/applications/words'
import { consolePaths } from '@hikmah/contract/console-paths'
import { integrations } from '@hikmah/contract/integrations/calls'
import { statusChoices } from '@hikmah/contract/integrations/words'
import { read, useWrite } from '../kit/api/data.ts'
import { rowsPerPage } from '../kit/list/list-search.ts'
import { useList } from '../kit/list/use-list.ts'
import { ProductTable } from './ProductTable.tsx'
import { rowOfIntegration } from './product-row.ts'
import { type IntegrationsSearch, integrationsQuery } from './products-search.ts'
import { useSaveOrder } from './use-save-order.ts'

/** Ten a page. All are read, so that a row can be moved from one page to another. */
export function IntegrationsPanel({ search }: { search: IntegrationsSearch }) {
  const list = useList(read(integrations.listIntegrations, { query: integrationsQuery(search) }))
  const save = useSaveOrder(integrations.listIntegrations, integrations.sortIntegrations)
  const update = useWrite(integrations.updateIntegration)
  return (
    <ProductTable
      one="integration"
      list={list}
      rowOf={rowOfIntegration}
      statuses={statusChoices}
      search={search}
      paging={{ page: search.page ?? 1, limit: search.limit ?? rowsPerPage() }}
      editTo={consolePaths.integration}
      save={save}
      saved={APPLICATIONS_SORTED}
      makeAvailable={{
        of: update,
        run: (integration) =>
          update.mutate({ params: { id: integration._id }, body: { ...integration, status: 'Available' } }),
      }}
    />
  )
}
