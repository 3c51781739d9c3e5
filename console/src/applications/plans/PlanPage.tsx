import { useMay } from '../../kit/api/current-user.ts'
import { LinkTo } from '../../kit/page/LinkTo.tsx'
import { EmptyState } from '../../kit/page/ListStates.tsx'
import { LoadedPage } from '../../kit/page/LoadedPage.tsx'
import { Page } from '../../kit/page/Page.tsx'
import { newPlan } from '../application-form.ts'
import { PLANS_STEP, PRODUCTS } from '../navigation-state.ts'
import { PlanForm } from './PlanForm.tsx'
import { usePlansAtHand } from './use-plans-at-hand.ts'

const trail = [
  <LinkTo key="all" to={PRODUCTS}>
    Products
  </LinkTo>,
]

/** /add-plan: of the application that is being added, or of the one in the navigation. */
export const AddPlan = () => <PlanPage isNew />

/** /edit-plan: which one stands in the navigation, and so in the history. */
export const EditPlan = () => <PlanPage isNew={false} />

function PlanPage({ isNew }: { isNew: boolean }) {
  const mayPrice = useMay('products.price')
  const { query, values, planIndex, save, back, unsavedAt } = usePlansAtHand()
  const title = isNew ? 'Add plan' : 'Edit plan'
  const wayBack = (
    <LinkTo to="/add-product" state={{ step: PLANS_STEP }}>
      Go to the plans of the new application
    </LinkTo>
  )
  return (
    <LoadedPage<unknown> name="Application" shape="form" query={query} trail={trail} wayBack={wayBack}>
      {() => {
        const { plans = [], features = [], displayName } = values() ?? {}
        const plan = isNew ? newPlan({ id: '', name: '' }) : plans[planIndex ?? -1]
        return (
          <Page title={title} sub={displayName || undefined} trail={trail}>
            {plan ? (
              <PlanForm
                label={title}
                action={isNew ? 'Add plan' : 'Save plan'}
                plan={plan}
                isNew={isNew}
                features={features}
                taken={plans.map(({ id }) => id)}
                mayPrice={mayPrice}
                unsavedAt={unsavedAt}
                onSave={save}
                onDone={back}
              />
            ) : (
              <EmptyState
                title="There is no such plan"
                text="Choose one in the third step of its application."
                action={wayBack}
              />
            )}
          </Page>
        )
      }}
    </LoadedPage>
  )
}
