import {
  APPLICATION_ADDED,
  APPLICATION_ARCHIVED,
  APPLICATION_RESTORED,
  APPLICATION_UPDATED,
  type Application,
  applicationFields,
  applicationSteps,
  applications,
  whyNotChangeApplication,
} from '@hikmah/contract/applications'
import { billingWords, type Plan } from '@hikmah/contract/plans'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { read, useCurrentUser, useMay, useWrite } from '../kit/api/data.ts'
import { FormAlert } from '../kit/feedback/FormAlert.tsx'
import { notifySuccess } from '../kit/feedback/messages.tsx'
import { comparedFields } from '../kit/form/conflicts.ts'
import { useNavigateOnceSaved } from '../kit/form/unsaved.ts'
import { useEditForm } from '../kit/form/useEditForm.tsx'
import { NO_CHANGES, wholeDollars } from '../kit/format/texts.ts'
import { EmptyState } from '../kit/page/ListStates.tsx'
import { LoadedPage } from '../kit/page/LoadedPage.tsx'
import { ButtonLink, Page } from '../kit/page/Page.tsx'
import { focusField, problemElsewhere, UnsavedChanges, WizardFooter, WizardFrame } from '../kit/wizard/WizardFrame.tsx'
import { AddProduct, firstProblem, ProductsLink, productsTab } from '../products/product-wizard.tsx'
import {
  type ApplicationValues,
  basicRules,
  formErrors,
  formValues,
  keptEdits,
  toBody,
  useGivenStep,
} from './application-form.ts'
import classes from './applications.module.css'
import { applicationForm, StepContent } from './StepContent.tsx'

const showImage = (url: string) => url && <img src={url} alt="" height={32} />
const show = (text: string) => text && <span className={classes.lines}>{text}</span>

const join = (...parts: (string | false)[]) => parts.filter(Boolean).join(', ')

const describePlan = ({ name, status, monthlyBilling, annuallyBilling, features }: Plan) =>
  join(
    name,
    status,
    `${billingWords(monthlyBilling)} a month`,
    `${billingWords(annuallyBilling)} a year`,
    ...features.map(({ title, featureType }) => `${title} (${featureType})`),
  )

/** An application as two versions of it are compared: a text for each feature, plan and item. */
export const comparedApplication = comparedFields<ApplicationValues, keyof ApplicationValues>(applicationFields, {
  image: { compare: ({ url }) => url, show: showImage },
  icon: { compare: ({ url }) => url, show: showImage },
  showHardware: { compare: (isShown) => (isShown ? 'On' : 'Off') },
  features: {
    parts: {
      key: ({ title }) => title,
      name: ({ title }) => title,
      describe: ({ description, price, status }) => join(price > 0 ? wholeDollars(price) : 'Free', status, description),
    },
    show,
  },
  // A plan is known by its id, also under another name.
  plans: { parts: { key: ({ id }) => id, name: ({ name }) => name, describe: describePlan }, show },
  hardware: {
    parts: {
      key: ({ name }) => name,
      name: ({ name }) => name,
      describe: ({ price, billingPeriod, setupCost, shipping }) =>
        join(
          `${wholeDollars(price)} ${billingPeriod}`,
          setupCost !== null && `setup ${wholeDollars(setupCost)}`,
          `shipping ${shipping}`,
        ),
    },
    show,
  },
  longDescription: { show },
  shortDescription: { show },
})

const LAST = applicationSteps.length - 1
const route = getRouteApi('/console/edit-product/$id')
const trail = [<ProductsLink key="all" kind="application" />]

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
      wayBack={<ProductsLink kind="application">Go to the products</ProductsLink>}
    >
      {(data) => {
        const archived = whyNotChangeApplication(data)
        // What was written stays, also where somebody else archives it meanwhile.
        if (archived && !keptEdits.read(me, id)) return <ArchivedApplication application={data} />
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
    toValues: formValues,
    fields: comparedApplication,
    validate: basicRules,
    toFieldErrors: formErrors,
    guardsItself: true,
    input: (values, { _id, version }) => ({ params: { id: _id }, body: { ...toBody(values), _id, version } }),
    describeOtherSave: ({ displayName }) => `Somebody else saved ${displayName} while you were editing.`,
    success: async (row, message) => {
      keptEdits.drop(me, id)
      if (goingOn.current) goingOn.current()
      else if (step === LAST) await navigate(productsTab.application)
      else onSaved(row)
      notifySuccess(message ?? APPLICATION_UPDATED, row.displayName)
    },
  })
  const { values } = form
  const isDirty = changed().length > 0
  const problem = firstProblem(applicationForm, values)

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
      steps={applicationForm.describeSteps(values, LAST)}
      step={step}
      reach={LAST}
      onStep={go}
      aside={isDirty && <span role="status">Unsaved changes</span>}
      note={archived ?? problemElsewhere(form.errors, step, applicationForm)}
      count={applicationForm.countParts(step, values)}
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
          <ButtonLink role="button" variant="default" {...productsTab.application}>
            CANCEL
          </ButtonLink>
        </WizardFooter>
      }
    >
      <StepContent
        step={step}
        form={form}
        mayPrice={mayPrice}
        savedStatus={base.status}
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
        keepsChanges={(path) => path === '/add-plan' || path === '/edit-plan'}
        onDiscard={() => keptEdits.drop(me, id)}
        onSave={save}
      />
    </WizardFrame>
  )
}

/** In the place of its form: nothing of it can be changed until it is restored. */
function ArchivedApplication({ application }: { application: Application }) {
  const { _id, displayName } = application
  const mayRestore = useMay('products.price')
  const restore = useWrite(applications.restoreApplication, {
    success: (_, message) => notifySuccess(message ?? APPLICATION_RESTORED, displayName),
  })
  return (
    <Page title={displayName} trail={trail}>
      <EmptyState
        title={APPLICATION_ARCHIVED}
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
