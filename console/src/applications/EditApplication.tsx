import {
  APPLICATION_RESTORED,
  APPLICATION_UPDATED,
  type Application,
  applicationSteps,
  applications,
  whyNotChangeApplication,
} from '@hikmah/contract/applications'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useCurrentUser, useMay } from '../kit/api/current-user.ts'
import { read, useWrite } from '../kit/api/data.ts'
import { FormAlert } from '../kit/feedback/FormAlert.tsx'
import { notifySuccess } from '../kit/feedback/notify.ts'
import { useNavigateOnceSaved } from '../kit/form/unsaved.ts'
import { useEditForm } from '../kit/form/useEditForm.tsx'
import { NO_CHANGES } from '../kit/format/texts.ts'
import { ButtonLink, LinkTo } from '../kit/page/LinkTo.tsx'
import { EmptyState } from '../kit/page/ListStates.tsx'
import { LoadedPage } from '../kit/page/LoadedPage.tsx'
import { Page } from '../kit/page/Page.tsx'
import { focusField, UnsavedChanges, WizardFooter, WizardFrame } from '../kit/wizard/WizardFrame.tsx'
import { basicRules, bodyOf, formErrors, valuesOf } from './application-form.ts'
import { comparedApplication } from './edit-words.tsx'
import { keptEdits } from './kept-edits.ts'
import { PRODUCTS, useGivenStep } from './navigation-state.ts'
import { countOf, StepContent } from './steps/StepContent.tsx'
import { firstProblem, problemElsewhere, railOf } from './steps/step-facts.ts'

const LAST = applicationSteps.length - 1
const route = getRouteApi('/console/edit-product/$id')
const trail = [
  <LinkTo key="all" to={PRODUCTS}>
    Products
  </LinkTo>,
]

/** /edit-product/{id}: the same five steps, in any order. */
export function EditApplication() {
  const { id } = route.useParams()
  const { _id: me } = useCurrentUser()
  const application = useQuery(read(applications.readApplication, { params: { id } }))
  // A save that stays on the page begins again from what was saved.
  const [saved, setSaved] = useState<Application>()
  const own = saved?._id === id ? saved : undefined
  return (
    <LoadedPage
      name="Application"
      shape="form"
      query={application}
      trail={trail}
      wayBack={<LinkTo to={PRODUCTS}>Go to the products</LinkTo>}
    >
      {(data) => {
        const archived = whyNotChangeApplication(data)
        // What was written stays, also where somebody else archives it meanwhile.
        if (archived && !keptEdits.read(me, id)) return <ArchivedApplication application={data} trail={trail} />
        return (
          <EditLoaded key={`${id} ${own?.version}`} application={own ?? data} archived={archived} onSaved={setSaved} />
        )
      }}
    </LoadedPage>
  )
}

interface Props {
  application: Application
  /** Why it cannot be changed, if so. */
  archived: string | undefined
  onSaved: (application: Application) => void
}

function EditLoaded({ application, archived, onSaved }: Props) {
  const navigate = useNavigateOnceSaved()
  const mayPrice = useMay('products.price')
  const { _id: me } = useCurrentUser()
  const { _id: id } = application
  /** Where the person was going when asked about unsaved changes. */
  const goingOn = useRef<() => void>(undefined)
  const [kept] = useState(() => keptEdits.read(me, id))
  const step = useGivenStep(applicationSteps.length) ?? 0
  const { form, base, changed, isSaving, failure, onSubmit, dialog } = useEditForm(applications.updateApplication, {
    row: kept?.base ?? application,
    valuesOf,
    fields: comparedApplication,
    validate: basicRules,
    errorsOf: formErrors,
    asksItself: true,
    input: (values, { _id, version }) => ({ params: { id: _id }, body: { ...bodyOf(values), _id, version } }),
    said: ({ displayName }) => `Somebody else saved ${displayName} while you were editing.`,
    success: async (row, message) => {
      keptEdits.drop(me, id)
      if (goingOn.current) goingOn.current()
      else if (step === LAST) await navigate({ to: PRODUCTS })
      else onSaved(row)
      notifySuccess(message ?? APPLICATION_UPDATED, row.displayName)
    },
  })
  const { values } = form
  const isDirty = changed().length > 0
  const problem = firstProblem(values)

  const { setValues } = form
  useEffect(() => {
    if (kept) setValues(kept.values)
  }, [kept, setValues])
  useEffect(() => {
    if (isDirty) keptEdits.keep(me, { base, values })
    else keptEdits.drop(me, base._id)
  }, [me, base, values, isDirty])

  function go(to: number) {
    void navigate({ to: '.', replace: true, state: (state) => ({ ...state, step: to }), resetScroll: false })
  }

  function showProblem() {
    if (!problem) return
    if (problem.step !== step) return go(problem.step)
    form.validateField(problem.path)
    focusField(problem.path)
  }

  function save(then?: () => void) {
    goingOn.current = then
    if (problem) showProblem()
    else onSubmit()
  }

  const reason = problem ? `${applicationSteps[problem.step]}: ${problem.reason}` : NO_CHANGES
  return (
    <WizardFrame
      title="Edit application"
      sub={base.displayName}
      trail={trail}
      steps={railOf(values, LAST)}
      step={step}
      reach={LAST}
      onStep={go}
      aside={isDirty && <span role="status">Unsaved changes</span>}
      note={archived ?? problemElsewhere(form.errors, step)}
      count={countOf(step, form)}
      footer={
        <WizardFooter
          action="SAVE CHANGES"
          onAction={() => save()}
          busy={isSaving && 'Saving'}
          reason={problem || !isDirty ? reason : undefined}
          onBlocked={showProblem}
          onBack={step > 0 ? () => go(step - 1) : undefined}
          failure={failure}
        >
          <ButtonLink role="button" variant="default" to={PRODUCTS}>
            CANCEL
          </ButtonLink>
        </WizardFooter>
      }
    >
      <StepContent
        step={step}
        form={form}
        mayPrice={mayPrice}
        saved={base.status}
        onOpenPlan={(planIndex) =>
          navigate(
            planIndex === undefined
              ? { to: '/add-plan', state: { applicationId: id } }
              : { to: '/edit-plan', state: { applicationId: id, planIndex } },
          )
        }
      />
      {dialog}
      <UnsavedChanges
        isDirty={() => form.isDirty() && isDirty}
        changed={`${base.displayName}: ${changed().join(', ')}.`}
        takenTo={(path) => path === '/add-plan' || path === '/edit-plan'}
        onDiscard={() => keptEdits.drop(me, id)}
        onSave={save}
      />
    </WizardFrame>
  )
}

/** In the place of its form: nothing of it can be changed until it is restored. */
export function ArchivedApplication({ application, trail }: { application: Application; trail: ReactNode[] }) {
  const { _id, displayName } = application
  const mayRestore = useMay('products.price')
  const restore = useWrite(applications.restoreApplication, {
    success: (_, message) => notifySuccess(message ?? APPLICATION_RESTORED, displayName),
  })
  return (
    <Page title={displayName} trail={trail}>
      <EmptyState
        title={whyNotChangeApplication(application)!}
        text={mayRestore ? 'Restore it to change it.' : 'Only owners and admins can restore it.'}
        action={
          mayRestore && (
            <Button loading={restore.isPending} onClick={() => restore.mutate({ params: { id: _id } })}>
              Restore
            </Button>
          )
        }
      />
      <FormAlert error={restore.error} />
    </Page>
  )
}
