import { INTEGRATION_ADDED, integrations } from '@hikmah/contract/integrations'
import type { ProductDraft } from '@hikmah/contract/product-drafts'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useWrite } from '../kit/api/data.ts'
import { notifySuccess } from '../kit/feedback/notify.ts'
import { validateWhenLeft } from '../kit/form/after-press.ts'
import { useNavigateOnceSaved } from '../kit/form/unsaved.ts'
import { LoadedPage } from '../kit/page/LoadedPage.tsx'
import { DraftStatus, focusField, focusFieldOnceDrawn, WizardFooter, WizardFrame } from '../kit/wizard/WizardFrame.tsx'
import { draftValues, myDraft, ProductsLink, productsTab, useProductDraft } from '../products/product-wizard.tsx'
import { IntegrationStep } from './IntegrationStep.tsx'
import {
  checkIntegration,
  describeSteps,
  emptyIntegration,
  findBlock,
  findStep,
  formErrors,
  problemElsewhere,
  toBody,
  useApplicationNames,
} from './integration-form.ts'

const LAST = 3
const trail = [<ProductsLink kind="integration" key="all" />]

/** /add-integration: four steps. Nothing is added before the last one; until then a draft is kept. */
export function AddIntegration() {
  const draft = useQuery({ ...myDraft('integration'), refetchOnMount: 'always' })
  return (
    <LoadedPage
      name="Add integration"
      shape="form"
      query={draft}
      trail={trail}
      wayBack={<ProductsLink kind="integration" />}
    >
      {(found) => <AddLoaded found={found} />}
    </LoadedPage>
  )
}

function AddLoaded({ found }: { found: ProductDraft | null }) {
  const navigate = useNavigateOnceSaved()
  const [step, setStep] = useState(Math.min(found?.step ?? 0, LAST))
  const [furthest, setFurthest] = useState(step)
  const form = useForm({
    initialValues: draftValues(emptyIntegration, found),
    validate: checkIntegration,
    ...validateWhenLeft,
  })
  const { values } = form
  const draft = useProductDraft('integration', {
    found,
    empty: emptyIntegration,
    values,
    step,
    show: (theirs, at) => {
      form.setValues(theirs)
      form.clearErrors()
      setStep(Math.min(at, LAST))
      setFurthest(Math.min(at, LAST))
    },
  })
  const names = useApplicationNames()
  const create = useWrite(integrations.createIntegration, {
    success: ({ name }, message) => {
      draft.forget()
      notifySuccess(message ?? INTEGRATION_ADDED, name)
      void navigate(productsTab.integration)
    },
    error: ({ fields }) => {
      draft.reopen()
      const errors = formErrors(fields)
      form.setErrors(errors)
      const [first] = Object.keys(errors)
      if (!first) return
      setStep(findStep(first))
      focusFieldOnceDrawn(first)
    },
  })
  const block = findBlock(values, step)

  async function goOn() {
    if (step < LAST) {
      setFurthest(Math.max(furthest, step + 1))
      return setStep(step + 1)
    }
    const earlier = [0, 1, 2].find((at) => findBlock(values, at))
    if (earlier !== undefined) return setStep(earlier)
    const draftVersion = await draft.close()
    create.mutate({ body: toBody(values, names), query: { draftVersion } })
  }

  function showBlock() {
    if (!block) return
    form.setErrors({ ...form.errors, [block.field]: checkIntegration(values)[block.field] })
    focusField(block.field)
  }

  return (
    <WizardFrame
      title="Add integration"
      trail={trail}
      steps={describeSteps(values)}
      step={step}
      reach={furthest}
      onStep={setStep}
      aside={<DraftStatus {...draft} />}
      note={(create.isError && problemElsewhere(form.errors, step)) || draft.note}
      count={step === 1 ? values.features.length : undefined}
      footer={
        <WizardFooter
          action={step < LAST ? 'CONTINUE' : 'ADD INTEGRATION'}
          onAction={goOn}
          busy={create.isPending && 'Adding'}
          reason={block?.reason}
          onBlocked={showBlock}
          onBack={async () => {
            if (step > 0) return setStep(step - 1)
            await draft.flush()
            void navigate(productsTab.integration)
          }}
          failure={!create.error?.isShownInFields && create.error}
        />
      }
    >
      <IntegrationStep step={step} form={form} />
    </WizardFrame>
  )
}
