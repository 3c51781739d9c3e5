import { INTEGRATION_ADDED, integrations } from '@hikmah/contract/integrations'
import { useQuery } from '@tanstack/react-query'
import { notifySuccess } from '../kit/feedback/notify.ts'
import { LoadedPage } from '../kit/page/LoadedPage.tsx'
import { AddProduct, myDraft, ProductsLink } from '../products/product-wizard.tsx'
import { IntegrationStep } from './IntegrationStep.tsx'
import { integrationForm, toBody, useApplicationNames } from './integration-form.ts'

const trail = [<ProductsLink kind="integration" key="all" />]

/** /add-integration: four steps. */
export function AddIntegration() {
  const draft = useQuery({ ...myDraft('integration'), refetchOnMount: 'always' })
  const names = useApplicationNames()
  return (
    <LoadedPage
      name="Add integration"
      shape="form"
      query={draft}
      trail={trail}
      wayBack={<ProductsLink kind="integration" />}
    >
      {(found) => (
        <AddProduct
          product={integrationForm}
          found={found}
          endpoint={integrations.createIntegration}
          input={(values, draftVersion) => ({ body: toBody(values, names), query: { draftVersion } })}
          success={({ name }, message) => notifySuccess(message ?? INTEGRATION_ADDED, name)}
        >
          {({ step, form }) => <IntegrationStep step={step} form={form} />}
        </AddProduct>
      )}
    </LoadedPage>
  )
}
