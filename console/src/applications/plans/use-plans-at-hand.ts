import { applications } from '@hikmah/contract/applications'
import type { Plan } from '@hikmah/contract/plans'
import { productDrafts } from '@hikmah/contract/product-drafts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { ApiError, call, currentOf } from '../../kit/api/api.ts'
import { useCurrentUser } from '../../kit/api/current-user.ts'
import { read } from '../../kit/api/data.ts'
import type { Kept } from '../../kit/wizard/draft-keeper.ts'
import { myDraft, valuesOfDraft } from '../../products/product-draft.ts'
import { type ApplicationValues, newApplication, valuesOf } from '../application-form.ts'
import { type KeptEdits, keptEdits } from '../kept-edits.ts'
import { PLANS_STEP } from '../navigation-state.ts'

/** A plan in its place or as the last one. It is found by its id, as the order may have changed. */
function withPlan(plans: readonly Plan[], plan: Plan): Plan[] {
  const isKnown = plans.some(({ id }) => id === plan.id)
  return isKnown ? plans.map((other) => (other.id === plan.id ? plan : other)) : [...plans, plan]
}

/** What the page of a plan works on: the application that is being added, or one that is edited. */
export function usePlansAtHand() {
  const { applicationId, planIndex } = useLocation({ select: ({ state }) => state })
  const { _id: me } = useCurrentUser()
  const client = useQueryClient()
  const navigate = useNavigate()
  const draft = useQuery({ ...myDraft('application'), enabled: applicationId === undefined })
  const application = useQuery({
    ...read(applications.readApplication, { params: { id: applicationId ?? '' } }),
    enabled: applicationId !== undefined,
  })
  const edits = applicationId === undefined ? undefined : keptEdits.read(me, applicationId)

  const back = () =>
    applicationId === undefined
      ? navigate({ to: '/add-product', state: { step: PLANS_STEP } })
      : navigate({ to: '/edit-product/$id', params: { id: applicationId }, state: { step: PLANS_STEP } })

  async function saveInDraft(found: Kept | null, plan: Plan): Promise<void> {
    const values = valuesOfDraft(newApplication, found)
    const body = { draft: { ...values, plans: withPlan(values.plans, plan) }, step: PLANS_STEP }
    const { saveProductDraft } = productDrafts
    try {
      const { data } = await call(saveProductDraft, {
        params: { kind: 'application' },
        body: { ...body, version: found?.version ?? 0 },
      })
      client.setQueryData(myDraft('application').queryKey, { data, meta: undefined })
    } catch (failure) {
      const current = failure instanceof ApiError ? currentOf(saveProductDraft, failure) : undefined
      if (current === undefined) throw failure
      // Another tab saved first: the plan goes into its version.
      return saveInDraft(current, plan)
    }
  }

  const saveInEdits = ({ base, values }: KeptEdits, plan: Plan) =>
    keptEdits.keep(me, { base, values: { ...values, plans: withPlan(values.plans, plan) } })

  return {
    planIndex,
    query: applicationId === undefined ? draft : application,
    /** The application as it stands in its wizard. */
    values(): ApplicationValues | undefined {
      if (applicationId === undefined) return draft.data && valuesOfDraft(newApplication, draft.data.data)
      return edits?.values ?? (application.data && valuesOf(application.data.data))
    },
    back,
    /** What is not saved yet of an application that is edited, where its wizard is not what comes next. */
    unsavedAt(path?: string) {
      const kept = applicationId === undefined ? undefined : keptEdits.read(me, applicationId)
      if (!kept || path === `/edit-product/${applicationId}`) return undefined
      return `Your changes of ${kept.base.displayName} are not saved yet.`
    },
    async save(plan: Plan) {
      if (applicationId === undefined) await saveInDraft(draft.data?.data ?? null, plan)
      else if (edits) saveInEdits(edits, plan)
      else if (application.data)
        saveInEdits({ base: application.data.data, values: valuesOf(application.data.data) }, plan)
    },
  }
}
