import { APPLICATION_ADDED, applicationSteps, applications } from '@hikmah/contract/applications'
import { useNavigate } from '@tanstack/react-router'
import { useMay } from '../kit/api/data.ts'
import { notifySuccess } from '../kit/feedback/messages.tsx'
import { AddProduct } from '../products/product-wizard.tsx'
import { toBody, useGivenStep } from './application-form.ts'
import { applicationForm, StepContent } from './StepContent.tsx'

/** /add-product: five steps. */
export function AddApplication() {
  const navigate = useNavigate()
  const mayPrice = useMay('products.price')
  return (
    <AddProduct
      name="Draft"
      product={applicationForm}
      firstStep={useGivenStep(applicationSteps.length)}
      endpoint={applications.createApplication}
      input={(values, draftVersion) => ({ body: toBody(values), query: { draftVersion } })}
      success={({ displayName }, message) => notifySuccess(message ?? APPLICATION_ADDED, displayName)}
    >
      {({ flush, ...wizard }) => (
        <StepContent
          {...wizard}
          mayPrice={mayPrice}
          onOpenPlan={async (planIndex) => {
            await flush()
            await navigate(planIndex === undefined ? { to: '/add-plan' } : { to: '/edit-plan', state: { planIndex } })
          }}
        />
      )}
    </AddProduct>
  )
}
