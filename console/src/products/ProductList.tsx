import { useNavigate, useSearch } from '@tanstack/react-router'
import { Page } from '../kit/page/Page.tsx'
import { PageTabs } from '../kit/page/PageTabs.tsx'
import { AddLink } from './AddLink.tsx'
import { ApplicationsPanel } from './ApplicationsPanel.tsx'
import { IntegrationsPanel } from './IntegrationsPanel.tsx'
import { ProductCards, useProductCards } from './ProductCards.tsx'

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
      action={<AddLink one={isIntegrations ? 'integration' : 'application'} />}
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
