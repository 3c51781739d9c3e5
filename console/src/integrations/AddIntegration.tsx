import { INTEGRATION_ADDED, integrations } from '@hikmah/contract/integrations'
import { notifySuccess } from '../kit/feedback/messages.tsx'
import { AddProduct } from '../products/product-wizard.tsx'
import { IntegrationStep } from './IntegrationStep.tsx'
import { integrationForm, toBody, useApplicationNames } from './integration-form.ts'

/** /add-integration: four steps. */
export function AddIntegration() {
  const names = useApplicationNames()
  return (
    <AddProduct
      name="Add integration"
      product={integrationForm}
      endpoint={integrations.createIntegration}
      input={(values, draftVersion) => ({ body: toBody(values, names), query: { draftVersion } })}
      success={({ name }, message) => notifySuccess(message ?? INTEGRATION_ADDED, name)}
    >
      {({ step, form }) => <IntegrationStep step={step} form={form} />}
    </AddProduct>
  )
}
