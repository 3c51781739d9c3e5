import { applications } from '@hikmah/contract/applications/calls'
import { APPLICATIONS_SORTED, statusChoices } from '@hikmah/contract/applications/words'
import { consolePaths } from '@hikmah/contract/console-paths'
import { read, useWrite } from '../kit/api/data.ts'
import { choiceFilter } from '../kit/filter/filters.ts'
import { useList } from '../kit/list/use-list.ts'
import { ProductTable } from './ProductTable.tsx'
import { rowOfApplication } from './product-row.ts'
import { type ApplicationsSearch, applicationsQuery } from './products-search.ts'
import { useSaveOrder } from './use-save-order.ts'

/** The whole list, without pages; those that were archived are shown instead of the others. */
export function ApplicationsPanel({ search }: { search: ApplicationsSearch }) {
  const list = useList(read(applications.listApplications, { query: applicationsQuery(search) }))
  const save = useSaveOrder(applications.listApplications, applications.sortApplications)
  const update = useWrite(applications.updateApplication)
  return (
    <ProductTable
      one="application"
      list={list}
      rowOf={rowOfApplication}
      statuses={statusChoices}
      search={search}
      filters={[choiceFilter('archived', 'Archived', String(search.archived), [{ value: 'true', label: 'Archived' }])]}
      editTo={consolePaths.application}
      save={save}
      saved={APPLICATIONS_SORTED}
      makeAvailable={{
        of: update,
        run: (application) =>
          update.mutate({ params: { id: application._id }, body: { ...application, status: 'Available' } }),
      }}
    />
  )
}
