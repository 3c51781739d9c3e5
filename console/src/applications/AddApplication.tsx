import { APPLICATION_ADDED, applicationSteps, applications } from '@hikmah/contract/applications'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMay } from '../kit/api/current-user.ts'
import { useWrite } from '../kit/api/data.ts'
import { notifySuccess } from '../kit/feedback/notify.ts'
import { validateWhenLeft } from '../kit/form/after-press.ts'
import { useNavigateOnceSaved } from '../kit/form/unsaved.ts'
import { LoadedPage } from '../kit/page/LoadedPage.tsx'
import type { Kept } from '../kit/wizard/draft-keeper.ts'
import { DraftStatus, focusField, focusFieldOnceDrawn, WizardFooter, WizardFrame } from '../kit/wizard/WizardFrame.tsx'
import { draftValues, myDraft, ProductsLink, productsTab, useProductDraft } from '../products/product-wizard.tsx'
import {
  type ApplicationValues,
  basicRules,
  formErrors,
  newApplication,
  toBody,
  useGivenStep,
} from './application-form.ts'
import {
  countParts,
  describeSteps,
  findStep,
  firstProblem,
  problemElsewhere,
  StepContent,
  stepProblem,
} from './StepContent.tsx'

const LAST = applicationSteps.length - 1
const trail = [<ProductsLink key="all" kind="application" />]

/** /add-product: five steps and a draft; nothing is added before the last. */
export function AddApplication() {
  const draft = useQuery(myDraft('application'))
  return (
    <LoadedPage name="Draft" shape="form" query={draft} trail={trail} wayBack={<ProductsLink kind="application" />}>
      {(found) => <AddLoaded found={found} />}
    </LoadedPage>
  )
}

function AddLoaded({ found: foundNow }: { found: Kept | null }) {
  // What it was opened with; the query changes with every save.
  const [found] = useState(foundNow)
  const navigate = useNavigateOnceSaved()
  const mayPrice = useMay('products.price')
  const given = useGivenStep(applicationSteps.length)
  const [step, setStep] = useState(given ?? found?.step ?? 0)
  const [furthest, setFurthest] = useState(step)
  const form = useForm<ApplicationValues>({
    initialValues: draftValues(newApplication, found),
    validate: basicRules,
    ...validateWhenLeft,
  })
  const { values } = form
  const draft = useProductDraft('application', {
    found,
    empty: newApplication,
    values,
    step,
    show(shown, at) {
      form.setValues(shown)
      form.clearErrors()
      go(at)
      setFurthest(at)
    },
  })
  const create = useWrite(applications.createApplication, {
    success: async ({ displayName }, message) => {
      draft.forget()
      await navigate(productsTab.application)
      notifySuccess(message ?? APPLICATION_ADDED, displayName)
    },
    error: ({ fields }) => {
      draft.reopen()
      const errors = formErrors(fields)
      form.setErrors(errors)
      const [first] = Object.keys(errors)
      if (!first) return
      go(findStep(first))
      focusFieldOnceDrawn(first)
    },
  })

  function go(to: number) {
    setStep(to)
    setFurthest((before) => Math.max(before, to))
    // From here on the draft knows the step, even after a reload; the one passed in the navigation is used up.
    void navigate({ to: '.', replace: true, state: (state) => ({ ...state, step: undefined }), resetScroll: false })
  }

  const problem = stepProblem(step, values) ?? (step === LAST ? firstProblem(values) : undefined)

  async function goOn() {
    if (step < LAST) return go(step + 1)
    if (create.isPending) return
    const draftVersion = await draft.close()
    create.mutate({ body: toBody(values), query: { draftVersion } })
  }

  function showProblem() {
    if (!problem) return
    if ('step' in problem && problem.step !== step) return go(problem.step as number)
    form.validateField(problem.path)
    focusField(problem.path)
  }

  return (
    <WizardFrame
      title="Add application"
      trail={trail}
      steps={describeSteps(values, furthest)}
      step={step}
      reach={furthest}
      onStep={go}
      aside={<DraftStatus {...draft} />}
      note={(create.isError && problemElsewhere(form.errors, step)) || draft.note}
      count={countParts(step, form)}
      footer={
        <WizardFooter
          action={step === LAST ? 'ADD APPLICATION' : 'CONTINUE'}
          onAction={goOn}
          busy={create.isPending && 'Adding'}
          reason={problem?.reason}
          onBlocked={showProblem}
          onBack={() => (step === 0 ? navigate(productsTab.application) : go(step - 1))}
          failure={!create.error?.isShownInFields && create.error}
        />
      }
    >
      <StepContent
        step={step}
        form={form}
        mayPrice={mayPrice}
        onOpenPlan={async (planIndex) => {
          await draft.flush()
          await navigate(planIndex === undefined ? { to: '/add-plan' } : { to: '/edit-plan', state: { planIndex } })
        }}
      />
    </WizardFrame>
  )
}
