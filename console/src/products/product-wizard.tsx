import type { ImageMeta } from '@hikmah/contract/media'
import type { ProductStatus } from '@hikmah/contract/plans'
import { type DraftKind, productDrafts } from '@hikmah/contract/product-drafts'
import { isWithin, REQUIRED } from '@hikmah/contract/words'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { z } from 'zod'
import { ApiError, call } from '../kit/api/api.ts'
import { read } from '../kit/api/data.ts'
import { saveBeforeSignOut } from '../kit/api/session.ts'
import { confirm } from '../kit/feedback/Dialog.tsx'
import { notifyFailure } from '../kit/feedback/notify.ts'
import { TextField } from '../kit/field/TextField.tsx'
import { withoutThousands } from '../kit/format/money.ts'
import { LinkTo } from '../kit/page/LinkTo.tsx'
import { type DraftState, draftKeeper, type Held, type Kept } from '../kit/wizard/draft-keeper.ts'

/** The query of my draft of a product; its data is null where there is none. */
export const myDraft = (kind: DraftKind) => read(productDrafts.readProductDraft, { params: { kind } })

interface Wizard<Values> {
  /** The draft that the wizard was opened with. */
  found: Kept | null
  /** What it holds when there is none. */
  empty: Values
  values: Values
  step: number
  /** Shows other values, because of another tab or because the draft was discarded. */
  show: (values: Values, step: number) => void
}

/** Form values: what an older draft lacks is as in an empty one. */
export const draftValues = <Values extends object>(empty: Values, found: Kept | null): Values =>
  // The draft is what this form has kept, so its fields are those of the form.
  ({ ...empty, ...(found?.draft as Partial<Values> | undefined) })

/**
 * Keeps what a wizard holds on the server, for the person and not for the device: a second after a change, at each step,
 * and on leaving. `closed` runs a write that ends the draft, and goes on keeping it where that fails.
 */
export function useProductDraft<Values extends object>(kind: DraftKind, wizard: Wizard<Values>) {
  const { found, empty, values, step } = wizard
  const client = useQueryClient()
  const latest = useRef(wizard)
  useLayoutEffect(() => {
    latest.current = wizard
  })
  const [state, setState] = useState<DraftState>({ savedAt: found?.savedAt })
  const [keeper] = useState(() =>
    draftKeeper(found, held(values, step), {
      onState: setState,
      takeUp(draft) {
        const theirs = draftValues(latest.current.empty, draft)
        latest.current.show(theirs, draft.step)
        return held(theirs, draft.step)
      },
      async save(body, isLeaving) {
        const { queryKey } = myDraft(kind)
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
          return { current: (failure.current as Kept | null | undefined) ?? null }
        }
      },
    }),
  )

  useEffect(() => keeper.hold(held(values, step)), [keeper, values, step])
  const { data: told } = useQuery(myDraft(kind))
  useEffect(() => keeper.meet(told?.data ?? null), [keeper, told])
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
    client.setQueryData(myDraft(kind).queryKey, { data: null, meta: undefined })
    keeper.startOver(held(empty, 0))
    latest.current.show(empty, 0)
  }

  return {
    ...state,
    discard,
    /** Keeps at once what is not kept yet. */
    flush: () => keeper.flush(),
    /** Before the write that ends the draft, which takes the version that was kept: nothing is kept any more. */
    close: () => keeper.close(),
    /** After that write failed. */
    reopen: () => keeper.reopen(),
    /** After it did its work. */
    forget: () => client.setQueryData(myDraft(kind).queryKey, { data: null, meta: undefined }),
  }
}

const held = (values: object, step: number): Held => ({ draft: values as Record<string, unknown>, step })

const HIDDEN_PRODUCT = 'Hidden from the front end and cannot be added from the console'

/** Where the products of a kind are listed. */
export const productsTab = {
  application: { to: '/admin-products', search: {} },
  integration: { to: '/admin-products', search: { tab: 'integrations' } },
} as const

export const ProductsLink = ({ kind, children = 'Products' }: { kind: DraftKind; children?: string }) => (
  <LinkTo {...productsTab[kind]}>{children}</LinkTo>
)

/** What each status means for organizations. */
export const statusMeanings: Record<ProductStatus, string> = {
  Available: 'Available for organization to add',
  'Coming Soon': 'Shown, but cannot be added yet',
  New: 'Available and marked as new for 2-3 weeks',
  'Not Available': HIDDEN_PRODUCT,
  Hidden: HIDDEN_PRODUCT,
}

/** The column of a list of features that names them. */
export const featureColumn = {
  header: 'Feature',
  cell: ({ title, description }: { title: string; description: string }) => (
    <>
      <b>{title}</b>
      {description && <small>{description}</small>}
    </>
  ),
}

/** `guarded` is the reason why this person may not change it. */
export const ProviderProductField = ({
  guarded,
  ...props
}: ComponentProps<typeof TextField> & { guarded: string | false }) => (
  <TextField
    autoComplete="off"
    spellCheck={false}
    {...props}
    readOnly={guarded !== false}
    description={guarded || 'The id of the product at the payment provider, if it has one'}
  />
)

export const tooLong = (text: string, max: number) =>
  isWithin(text.trim(), max) ? undefined : `At most ${max} characters`

/** Why a required text cannot be saved. */
export const textProblem = (text: string, max: number) => (text.trim() === '' ? REQUIRED : tooLong(text, max))

/** Why a typed amount cannot be saved, by the contract's rule of the number. */
export function amountProblem(typed: string, rule: z.ZodType): string | undefined {
  const text = withoutThousands(typed)
  if (text === '') return REQUIRED
  const amount = /^-?\d+(\.\d*)?$/.test(text) ? Number(text) : Number.NaN
  return rule.safeParse(amount).error?.issues[0]?.message
}

export interface FormImage {
  url: string
  name: string
  size: number
}

export const noImage: FormImage = { url: '', name: '', size: 0 }

export const formImage = ({ imageUrl, imageName, imageSize }: z.infer<typeof ImageMeta>): FormImage => ({
  url: imageUrl,
  name: imageName,
  size: imageSize,
})

export const sentImage = ({ url, name, size }: FormImage) => ({
  imageUrl: url,
  imageName: name,
  imageSize: size,
})
