import type { CallParts, Data, Input } from '@hikmah/contract/endpoint'
import { type DraftKind, productDrafts } from '@hikmah/contract/product-drafts'
import { type UseFormInput, type UseFormReturnType, useForm } from '@mantine/form'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { ApiError, call } from '../kit/api/api.ts'
import { read, useWrite } from '../kit/api/data.ts'
import { saveBeforeSignOut } from '../kit/api/session.ts'
import { confirm, notifyFailure } from '../kit/feedback/messages.tsx'
import { validateWhenLeft } from '../kit/form/after-press.ts'
import { useNavigateOnceSaved } from '../kit/form/unsaved.ts'
import { LoadedPage } from '../kit/page/LoadedPage.tsx'
import { LinkTo } from '../kit/page/Page.tsx'
import { type DraftState, draftKeeper, type SavedDraft, type WizardInput } from '../kit/wizard/draft-keeper.ts'
import {
  DraftStatus,
  focusField,
  focusFieldOnceDrawn,
  problemElsewhere,
  type WizardFields,
  WizardFooter,
  WizardFrame,
  type WizardStep,
} from '../kit/wizard/WizardFrame.tsx'

/** The query of my draft of a product; its data is null where there is none. */
export const myDraft = (kind: DraftKind) => read(productDrafts.readProductDraft, { params: { kind } })

/** Form values: what an older draft lacks is as in an empty one. */
export const draftValues = <Values extends object>(empty: Values, found: SavedDraft | null): Values =>
  // The draft is what this form has kept, so its fields are those of the form.
  ({ ...empty, ...(found?.draft as Partial<Values> | undefined) })

export interface Problem {
  reason: string
  /** The field that it is about, by its `data-path`. */
  path: string
}

export interface ProductForm<Values> extends WizardFields {
  kind: DraftKind
  empty: Values
  validate: UseFormInput<Values>['validate']
  /** Why a step is not complete. */
  stepProblem: (step: number, values: Values) => Problem | undefined
  /** The steps as the rail shows them. `furthest` is the last one that was opened. */
  describeSteps: (values: Values, furthest: number) => WizardStep[]
  /** How many there are of what a step lists. */
  countParts: (step: number, values: Values) => number | undefined
  /** The server's messages by the fields of the form. */
  formErrors: (fields: Record<string, string>) => Record<string, string>
}

export function firstProblem<Values>(
  { steps, stepProblem }: ProductForm<Values>,
  values: Values,
  order: Iterable<number> = steps.keys(),
): (Problem & { step: number }) | undefined {
  for (const step of order) {
    const problem = stepProblem(step, values)
    if (problem) return { ...problem, step }
  }
}

interface AddProps<E extends CallParts, Values> {
  /** What the page is called while the draft is read. */
  name: string
  product: ProductForm<Values>
  /** In place of the draft's own step. */
  firstStep?: number | undefined
  endpoint: E
  input: (values: Values, draftVersion: number) => Input<E>
  success: (added: Data<E>, message: string | undefined) => unknown
  children: (wizard: { step: number; form: UseFormReturnType<Values>; flush: () => Promise<void> }) => ReactNode
}

/**
 * The wizard that adds a product; nothing is added before its last step. Until then a draft is kept on the server, for
 * the person and not for the device: a second after a change, at each step, and on leaving.
 */
export function AddProduct<E extends CallParts, Values extends object>(props: AddProps<E, Values>) {
  const { name, product } = props
  const { kind } = product
  const draft = useQuery({ ...myDraft(kind), refetchOnMount: 'always' })
  return (
    <LoadedPage
      name={name}
      shape="form"
      query={draft}
      trail={[<ProductsLink key="all" kind={kind} />]}
      wayBack={<ProductsLink kind={kind} />}
    >
      {(found) => <AddLoaded {...props} found={found} />}
    </LoadedPage>
  )
}

function AddLoaded<E extends CallParts, Values extends object>({
  product,
  found: foundNow,
  firstStep,
  endpoint,
  input,
  success,
  children,
}: AddProps<E, Values> & { found: SavedDraft | null }) {
  const { kind, empty, steps, formErrors } = product
  const last = steps.length - 1
  // What it was opened with; the query changes with every save.
  const [found] = useState(foundNow)
  const navigate = useNavigateOnceSaved()
  const [step, setStep] = useState(firstStep ?? Math.min(found?.step ?? 0, last))
  const [furthest, setFurthest] = useState(step)
  const form = useForm<Values>({
    initialValues: draftValues(empty, found),
    validate: product.validate,
    ...validateWhenLeft,
  })
  const { values } = form
  const { state, keeper, forget, discard } = useDraft(product, found, { values, step, show })

  /** Shows other values, because of another tab or because the draft was discarded. */
  function show(shown: Values, at: number) {
    form.setValues(shown)
    form.clearErrors()
    const to = Math.min(at, last)
    go(to)
    setFurthest(to)
  }

  function go(to: number) {
    setStep(to)
    setFurthest((before) => Math.max(before, to))
    // From here on the draft knows the step, even after a reload; the one passed in the navigation is used up.
    void navigate({ to: '.', replace: true, state: (past) => ({ ...past, step: undefined }), resetScroll: false })
  }

  const create = useWrite(endpoint, {
    success: async (added, message) => {
      forget()
      await navigate(productsTab[kind])
      success(added, message)
    },
    error: ({ fields }) => {
      keeper.reopen()
      const errors = formErrors(fields)
      form.setErrors(errors)
      const [first] = Object.keys(errors)
      if (!first) return
      go(product.findStep(first))
      focusFieldOnceDrawn(first)
    },
  })

  async function goOn() {
    if (step < last) return go(step + 1)
    if (!create.isPending) create.mutate(input(values, await keeper.close()))
  }

  async function goBack() {
    if (step > 0) return go(step - 1)
    await keeper.flush()
    void navigate(productsTab[kind])
  }

  const problem = firstProblem(product, values, step === last ? [step, ...steps.keys()] : [step])

  function showProblem() {
    if (!problem) return
    if (problem.step !== step) return go(problem.step)
    form.validateField(problem.path)
    focusField(problem.path)
  }

  const title = `Add ${kind}`
  return (
    <WizardFrame
      title={title}
      trail={[<ProductsLink key="all" kind={kind} />]}
      steps={product.describeSteps(values, furthest)}
      step={step}
      reach={furthest}
      onStep={go}
      aside={<DraftStatus {...state} discard={discard} />}
      note={(create.isError && problemElsewhere(form.errors, step, product)) || state.note}
      count={product.countParts(step, values)}
      footer={
        <WizardFooter
          action={step === last ? title.toUpperCase() : 'CONTINUE'}
          onAction={goOn}
          busy={create.isPending && 'Adding'}
          reason={problem?.reason}
          onBlocked={showProblem}
          onBack={goBack}
          failure={!create.error?.isShownInFields && create.error}
        />
      }
    >
      {children({ step, form, flush: () => keeper.flush() })}
    </WizardFrame>
  )
}

interface Wizard<Values> {
  values: Values
  step: number
  show: (values: Values, step: number) => void
}

function useDraft<Values extends object>(
  { kind, empty }: ProductForm<Values>,
  found: SavedDraft | null,
  latest: Wizard<Values>,
) {
  const client = useQueryClient()
  const { values, step } = latest
  const wizard = useRef(latest)
  useLayoutEffect(() => {
    wizard.current = latest
  })
  const [state, setState] = useState<DraftState>({ savedAt: found?.savedAt })
  const { queryKey } = myDraft(kind)
  const [keeper] = useState(() =>
    draftKeeper(found, held(values, step), {
      onState: setState,
      show(draft) {
        const theirs = draftValues(empty, draft)
        wizard.current.show(theirs, draft.step)
        return held(theirs, draft.step)
      },
      async save(body, isLeaving) {
        await client.cancelQueries({ queryKey })
        try {
          const { data } = await call(
            productDrafts.saveProductDraft,
            { params: { kind }, body },
            { isQuiet: true, keepalive: isLeaving },
          )
          client.setQueryData(queryKey, { data, meta: undefined })
          return data
        } catch (failure) {
          if (!(failure instanceof ApiError) || failure.code !== 'CONFLICT') throw failure
          return { current: (failure.current as SavedDraft | null | undefined) ?? null }
        }
      },
    }),
  )

  useEffect(() => keeper.update(held(values, step)), [keeper, values, step])
  const { data: stored } = useQuery(myDraft(kind))
  useEffect(() => keeper.receive(stored?.data ?? null), [keeper, stored])
  useEffect(() => {
    const leave = () => void keeper.flush(true)
    const takeBack = saveBeforeSignOut(() => keeper.flush())
    addEventListener('pagehide', leave)
    document.addEventListener('visibilitychange', leave)
    return () => {
      takeBack()
      removeEventListener('pagehide', leave)
      document.removeEventListener('visibilitychange', leave)
      void keeper.flush()
    }
  }, [keeper])

  const forget = () => client.setQueryData(queryKey, { data: null, meta: undefined })

  async function discard() {
    const isSure = await confirm({
      title: 'Discard draft?',
      body: 'What you have written here will be lost. Nothing has been added yet.',
      action: 'Discard draft',
    })
    if (!isSure) return
    await keeper.close()
    try {
      await call(productDrafts.discardProductDraft, { params: { kind } })
    } catch (failure) {
      keeper.reopen()
      return notifyFailure((failure as Error).message)
    }
    forget()
    keeper.startOver(held(empty, 0))
    wizard.current.show(empty, 0)
  }

  return { state, keeper, forget, discard }
}

const held = (values: object, step: number): WizardInput => ({ draft: values as Record<string, unknown>, step })

/** Where the products of a kind are listed. */
export const productsTab = {
  application: { to: '/admin-products', search: {} },
  integration: { to: '/admin-products', search: { tab: 'integrations' } },
} as const

export const ProductsLink = ({ kind, children = 'Products' }: { kind: DraftKind; children?: string }) => (
  <LinkTo {...productsTab[kind]}>{children}</LinkTo>
)
