import { APPLICATION_ADDED, applicationSteps, applications } from '@hikmah/contract/applications'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMay } from '../kit/api/current-user.ts'
import { notifySuccess } from '../kit/feedback/notify.ts'
import { LoadedPage } from '../kit/page/LoadedPage.tsx'
import { AddProduct, myDraft, ProductsLink } from '../products/product-wizard.tsx'
import { toBody, useGivenStep } from './application-form.ts'
import { applicationForm, StepContent } from './StepContent.tsx'

const trail = [<ProductsLink key="all" kind="application" />]

/** /add-product: five steps. */
export function AddApplication() {
  const draft = useQuery(myDraft('application'))
  const navigate = useNavigate()
  const mayPrice = useMay('products.price')
  const firstStep = useGivenStep(applicationSteps.length)
  return (
    <LoadedPage name="Draft" shape="form" query={draft} trail={trail} wayBack={<ProductsLink kind="application" />}>
      {(found) => (
        <AddProduct
          product={applicationForm}
          found={found}
          firstStep={firstStep}
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
                await navigate(
                  planIndex === undefined ? { to: '/add-plan' } : { to: '/edit-plan', state: { planIndex } },
                )
              }}
            />
          )}
        </AddProduct>
      )}
    </LoadedPage>
  )
}
