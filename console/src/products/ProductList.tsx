import { applications } from '@hikmah/contract/applications'
import { integrations } from '@hikmah/contract/integrations'
import { products } from '@hikmah/contract/products'
import { useQuery } from '@tanstack/react-query'
import { linkOptions, useNavigate, useSearch } from '@tanstack/react-router'
import { read } from '../kit/api/data.ts'
import { countCard, SummaryCards } from '../kit/display/SummaryCards.tsx'
import { useList, useLogged } from '../kit/list/ListTable.tsx'
import { choiceFilter } from '../kit/list/ListToolbar.tsx'
import { RetryNote } from '../kit/page/ListStates.tsx'
import { Page } from '../kit/page/Page.tsx'
import { PageTabs } from '../kit/page/PageTabs.tsx'
import { AddLink, ProductTable } from './ProductTable.tsx'
import { applicationRow, integrationRow } from './product-columns.tsx'
import {
  type ApplicationsSearch,
  applicationsQuery,
  type IntegrationsSearch,
  integrationsQuery,
} from './product-kinds.ts'

const readCards = read(products.readProductCards, {})
const readIntegrations = (search: IntegrationsSearch) =>
  read(integrations.listIntegrations, { query: integrationsQuery(search) })
const readApplications = (search: ApplicationsSearch) =>
  read(applications.listApplications, { query: applicationsQuery(search) })

export const readProducts = (search: IntegrationsSearch | ApplicationsSearch) => [
  readCards,
  search.tab === 'integrations' ? readIntegrations(search) : readApplications(search),
]

/** /admin-products: what organizations can have, in the order they see it. */
export function ProductList() {
  const search = useSearch({ from: '/console/admin-products' })
  const navigate = useNavigate()
  const figures = useProductCards().data?.data
  const isIntegrations = search.tab === 'integrations'

  return (
    <Page
      title="Products"
      count={figures && figures.card1.data + figures.card4.data}
      action={<AddLink kind={isIntegrations ? 'integration' : 'application'} />}
    >
      <ProductCards />
      <PageTabs
        label="Products"
        tabs={[
          { value: 'applications', label: 'CORE APPLICATIONS', count: figures?.card1.data },
          { value: 'integrations', label: 'INTEGRATIONS', count: figures?.card4.data },
        ]}
        value={isIntegrations ? 'integrations' : 'applications'}
        onChange={(tab) =>
          navigate({
            to: '/admin-products',
            search: tab === 'integrations' ? { tab } : {},
            resetScroll: false,
          })
        }
      >
        {search.tab === 'integrations' ? <IntegrationsPanel search={search} /> : <ApplicationsPanel search={search} />}
      </PageTabs>
    </Page>
  )
}

/** Ten a page. All are read, so that a row can be moved from one page to another. */
export const IntegrationsPanel = ({ search }: { search: IntegrationsSearch }) => (
  <ProductTable kind="integration" list={useList(readIntegrations(search))} toRow={integrationRow} search={search} />
)

/** Ten a page, like the integrations; archived ones are shown instead of the others. */
export const ApplicationsPanel = ({ search }: { search: ApplicationsSearch }) => (
  <ProductTable
    kind="application"
    list={useList(readApplications(search))}
    toRow={applicationRow}
    search={search}
    filters={[choiceFilter('archived', 'Archived', String(search.archived), [{ value: 'true', label: 'Archived' }])]}
  />
)

const to = '/admin-products'
/** What each card counts, and a link to these rows. */
const cards = [
  { of: 'card1', label: 'Applications', link: linkOptions({ to, search: {} }) },
  { of: 'card2', label: 'Available applications', link: linkOptions({ to, search: { status: 'Available' } }) },
  { of: 'card3', label: 'New applications', link: linkOptions({ to, search: { status: 'New' } }) },
  { of: 'card4', label: 'Integrations', link: linkOptions({ to, search: { tab: 'integrations' } }) },
  {
    of: 'card5',
    label: 'Available integrations',
    link: linkOptions({ to, search: { tab: 'integrations', status: 'Available' } }),
  },
] as const

export const useProductCards = () => useQuery(readCards)

export function ProductCards() {
  const { data, error, refetch } = useProductCards()
  useLogged('The figures of the products could not be loaded', error)
  if (error && !data) return <RetryNote text="The figures could not be loaded." onRetry={refetch} />
  return (
    <SummaryCards
      label="Summary"
      cards={cards.map(({ of, label, link }) => ({
        ...countCard(label, data?.data[of], (previous) => `vs 30 days ago, ${previous}`),
        link: { ...link, resetScroll: false },
      }))}
    />
  )
}
