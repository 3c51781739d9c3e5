import {
  INTEGRATION_ADDED,
  INTEGRATION_UPDATED,
  type Integration,
  integrationFields,
  integrationSteps,
  integrations,
} from '@hikmah/contract/integrations'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { read } from '../kit/api/data.ts'
import { notifySuccess } from '../kit/feedback/messages.tsx'
import { comparedFields } from '../kit/form/conflicts.ts'
import { withoutThousands } from '../kit/form/typed-numbers.ts'
import { useNavigateOnceSaved } from '../kit/form/unsaved.ts'
import { useEditForm } from '../kit/form/useEditForm.tsx'
import { NO_CHANGES } from '../kit/format/texts.ts'
import { LoadedPage } from '../kit/page/LoadedPage.tsx'
import { comparableText, RichText } from '../kit/rich-text/RichText.tsx'
import { focusField, problemElsewhere, UnsavedChanges, WizardFooter, WizardFrame } from '../kit/wizard/WizardFrame.tsx'
import type { BillingValues } from '../products/product-fields.tsx'
import { AddProduct, firstProblem, ProductsLink, productsTab } from '../products/product-wizard.tsx'
import { IntegrationStep } from './IntegrationStep.tsx'
import {
  checkIntegration,
  formErrors,
  formValues,
  type IntegrationValues,
  integrationForm,
  toBody,
  useApplicationNames,
} from './integration-form.ts'

const route = getRouteApi('/console/edit-integration/$id')
const LAST = 3
const trail = [<ProductsLink kind="integration" key="all" />]

/** /edit-integration/{id}: the four steps of adding it, in any order. */
export function EditIntegration() {
  const { id } = route.useParams()
  // A save that stays on the page begins again from what was saved.
  const [saved, setSaved] = useState<Integration>()
  const [step, setStep] = useState(0)
  const integration = useQuery(read(integrations.readIntegration, { params: { id } }))
  return (
    <LoadedPage
      name="Integration"
      shape="form"
      query={integration}
      trail={trail}
      wayBack={<ProductsLink kind="integration">Go to the integrations</ProductsLink>}
    >
      {(data) => {
        const own = saved?._id === id && saved.version > data.version ? saved : data
        return (
          <EditLoaded
            key={`${id} ${saved?._id === id ? saved.version : ''}`}
            integration={own}
            step={step}
            setStep={setStep}
            onSaved={setSaved}
          />
        )
      }}
    </LoadedPage>
  )
}

interface Props {
  integration: Integration
  step: number
  setStep: (step: number) => void
  onSaved: (integration: Integration) => void
}

function EditLoaded({ integration, step, setStep, onSaved }: Props) {
  const navigate = useNavigateOnceSaved()
  /** Where the person was going when asked about unsaved changes. */
  const goingOn = useRef<() => void>(undefined)
  const names = useApplicationNames(integration.compatibleWith)
  const { form, base, isSaving, failure, onSubmit, dialog } = useEditForm(integrations.updateIntegration, {
    row: integration,
    toValues: formValues,
    fields: compared,
    validate: checkIntegration,
    toFieldErrors: formErrors,
    guardsItself: true,
    input: (values, kept) => ({ params: { id: kept._id }, body: { ...toBody(values, names), version: kept.version } }),
    describeOtherSave: ({ name }) => `Somebody else saved ${name} while you were editing.`,
    success: (saved, message) => {
      notifySuccess(message ?? INTEGRATION_UPDATED, saved.name)
      if (goingOn.current) goingOn.current()
      else if (step === LAST) void navigate(productsTab.integration)
      else onSaved(saved)
    },
  })
  const { values } = form
  const problem = firstProblem(integrationForm, values, [step, 0, 1, 2, 3])

  function showProblem() {
    if (!problem) return
    setStep(problem.step)
    form.validateField(problem.path)
    // After the step that it stands on is drawn.
    setTimeout(() => focusField(problem.path))
  }

  function save(then?: () => void) {
    goingOn.current = then
    if (problem) showProblem()
    else onSubmit()
  }

  const reason = problem
    ? `${problem.step === step ? '' : `${integrationSteps[problem.step]}: `}${problem.reason}`
    : form.isDirty()
      ? undefined
      : NO_CHANGES

  return (
    <WizardFrame
      title="Edit integration"
      sub={base.name}
      trail={trail}
      steps={integrationForm.describeSteps(values, LAST)}
      step={step}
      reach={LAST}
      onStep={setStep}
      note={problem ? undefined : problemElsewhere(form.errors, step, integrationForm)}
      count={integrationForm.countParts(step, values)}
      footer={
        <WizardFooter
          action="SAVE CHANGES"
          onAction={() => save()}
          busy={isSaving && 'Saving'}
          reason={reason}
          onBlocked={showProblem}
          onBack={step > 0 ? () => setStep(step - 1) : undefined}
          failure={failure}
        >
          <Button variant="default" onClick={() => void navigate(productsTab.integration)}>
            CANCEL
          </Button>
        </WizardFooter>
      }
    >
      <IntegrationStep step={step} form={form} saved={base} />
      {dialog}
      <UnsavedChanges isDirty={form.isDirty} onSave={save} />
    </WizardFrame>
  )
}

const describeBilling = (
  { price, stripePlanId, discountPercentage }: BillingValues,
  { pricingType }: IntegrationValues,
) =>
  pricingType === 'Free'
    ? ''
    : [`$${withoutThousands(price)}`, stripePlanId, `${discountPercentage}% off`].filter(Boolean).join(', ')

const compared = comparedFields<IntegrationValues, keyof IntegrationValues>(integrationFields, {
  image: { compare: ({ url }) => url, show: (url) => url && <img src={url} alt="" height={32} /> },
  longDescription: { compare: comparableText, show: (text) => text && <RichText value={text} /> },
  compatibleWith: {
    compare: (ids) => ids.toSorted().join(' '),
    show: (ids) => ids && `${ids.split(' ').length} chosen`,
  },
  features: {
    parts: {
      key: ({ title }) => title,
      name: ({ title }) => title,
      describe: ({ description, status }) => [status, description].filter(Boolean).join(', '),
    },
  },
  monthly: { compare: describeBilling },
  annually: { compare: describeBilling },
})

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
