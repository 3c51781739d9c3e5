import { applications } from '@hikmah/contract/applications'
import type { Plan } from '@hikmah/contract/plans'
import { productDrafts } from '@hikmah/contract/product-drafts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { ApiError, call, conflictingRow } from '../kit/api/api.ts'
import { read, useCurrentUser, useMay } from '../kit/api/data.ts'
import { EmptyState } from '../kit/page/ListStates.tsx'
import { LoadedPage } from '../kit/page/LoadedPage.tsx'
import { LinkTo, Page } from '../kit/page/Page.tsx'
import type { SavedDraft } from '../kit/wizard/draft-keeper.ts'
import { draftValues, myDraft, ProductsLink } from '../products/product-wizard.tsx'
import { formValues, keptEdits, newApplication, newPlan, PLANS_STEP } from './application-form.ts'
import { PlanForm } from './PlanForm.tsx'

/** A plan in its place or as the last one. It is found by its id, as the order may have changed. */
function withPlan(plans: readonly Plan[], plan: Plan): Plan[] {
  const isKnown = plans.some(({ id }) => id === plan.id)
  return isKnown ? plans.map((other) => (other.id === plan.id ? plan : other)) : [...plans, plan]
}

/** What the page of a plan works on: the application that is being added, or one that is edited. */
function usePlanSource() {
  const { applicationId, planIndex } = useLocation({ select: ({ state }) => state })
  const { _id: me } = useCurrentUser()
  const client = useQueryClient()
  const navigate = useNavigate()
  const draft = useQuery({ ...myDraft('application'), enabled: applicationId === undefined })
  const application = useQuery({
    ...read(applications.readApplication, { params: { id: applicationId ?? '' } }),
    enabled: applicationId !== undefined,
  })
  const saved = application.data?.data
  const edits =
    applicationId === undefined
      ? undefined
      : (keptEdits.read(me, applicationId) ?? (saved && { base: saved, values: formValues(saved) }))

  const back = () =>
    applicationId === undefined
      ? navigate({ to: '/add-product', state: { step: PLANS_STEP } })
      : navigate({ to: '/edit-product/$id', params: { id: applicationId }, state: { step: PLANS_STEP } })

  async function saveInDraft(found: SavedDraft | null, plan: Plan): Promise<void> {
    const values = draftValues(newApplication, found)
    const body = { draft: { ...values, plans: withPlan(values.plans, plan) }, step: PLANS_STEP }
    const { saveProductDraft } = productDrafts
    try {
      const { data } = await call(saveProductDraft, {
        params: { kind: 'application' },
        body: { ...body, version: found?.version ?? 0 },
      })
      client.setQueryData(myDraft('application').queryKey, { data, meta: undefined })
    } catch (failure) {
      const current = failure instanceof ApiError ? conflictingRow(saveProductDraft, failure) : undefined
      if (current === undefined) throw failure
      // Another tab saved first: the plan goes into its version.
      return saveInDraft(current, plan)
    }
  }

  return {
    applicationId,
    planIndex,
    query: applicationId === undefined ? draft : application,
    values: applicationId === undefined ? draft.data && draftValues(newApplication, draft.data.data) : edits?.values,
    back,
    /** What is not saved yet of an application that is edited, where its wizard is not what comes next. */
    unsavedAt(path?: string) {
      const kept = applicationId === undefined ? undefined : keptEdits.read(me, applicationId)
      if (!kept || path === `/edit-product/${applicationId}`) return undefined
      return `Your changes of ${kept.base.displayName} are not saved yet.`
    },
    async save(plan: Plan) {
      if (applicationId === undefined) await saveInDraft(draft.data?.data ?? null, plan)
      else if (edits)
        keptEdits.keep(me, { ...edits, values: { ...edits.values, plans: withPlan(edits.values.plans, plan) } })
    },
  }
}

const trail = [<ProductsLink key="all" kind="application" />]

/** /add-plan: of the application that is being added, or of the one in the navigation. */
export const AddPlan = () => <PlanPage isNew />

/** /edit-plan: which one stands in the navigation, and so in the history. */
export const EditPlan = () => <PlanPage isNew={false} />

function PlanPage({ isNew }: { isNew: boolean }) {
  const mayPrice = useMay('products.price')
  const { applicationId, query, values, planIndex, save, back, unsavedAt } = usePlanSource()
  const title = isNew ? 'Add plan' : 'Edit plan'
  const wayBack = (
    <LinkTo to="/add-product" state={{ step: PLANS_STEP }}>
      Go to the plans of the new application
    </LinkTo>
  )
  return (
    <LoadedPage<unknown> name="Application" shape="form" query={query} trail={trail} wayBack={wayBack}>
      {() => {
        const { plans = [], features = [], displayName } = values ?? {}
        const name = displayName || 'New application'
        const plan = isNew ? newPlan({ id: '', name: '' }) : plans[planIndex ?? -1]
        return (
          <Page
            title={title}
            sub={
              <>
                For <b>{displayName || 'the new application, not named yet'}</b>
              </>
            }
            trail={[
              ...trail,
              applicationId === undefined ? (
                <LinkTo key="application" to="/add-product" state={{ step: PLANS_STEP }}>
                  {name}
                </LinkTo>
              ) : (
                <LinkTo
                  key="application"
                  to="/edit-product/$id"
                  params={{ id: applicationId }}
                  state={{ step: PLANS_STEP }}
                >
                  {name}
                </LinkTo>
              ),
            ]}
          >
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
                title="No such plan"
                text="It was removed, or the link is old. Plans are in step 3 of each application."
                action={wayBack}
              />
            )}
          </Page>
        )
      }}
    </LoadedPage>
  )
}
