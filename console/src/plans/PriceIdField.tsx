import type { Data } from '@hikmah/contract/endpoint'
import { PRICE_ID, PRICE_ID_INVALID, type ProductStatus, plans } from '@hikmah/contract/plans'
import { Button } from '@mantine/core'
import type { GetInputPropsReturnType } from '@mantine/form'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { ApiError } from '../kit/api/api.ts'
import { read } from '../kit/api/data.ts'
import { TextField } from '../kit/field/TextField.tsx'
import { formsWaitFor } from '../kit/form/SubmitButton.tsx'
import { formatDate } from '../kit/format/dates.ts'
import { dollarsAndCents } from '../kit/format/money.ts'
import { Icon } from '../kit/icons/icons.tsx'
import classes from './plans.module.css'
import { type Found, type Lookup, priceLookup, refusedPrices } from './price-lookup.ts'

export const PROVIDER_PRODUCT_ID_HINT = 'The id of the product at the payment provider, if it has one'

const HIDDEN_PRODUCT = 'Hidden from the front end and cannot be added from the console'
/** What each status means for organizations. */
export const productStatusMeanings: Record<ProductStatus, string> = {
  Available: 'Available for organization to add',
  'Coming Soon': 'Shown, but cannot be added yet',
  New: 'Available and marked as new for 2-3 weeks',
  'Not Available': HIDDEN_PRODUCT,
  Hidden: HIDDEN_PRODUCT,
}

interface Props {
  label: string
  /** How often this price is billed. */
  every: 'month' | 'year'
  value: string
  /** The form's input props. */
  field: GetInputPropsReturnType
  /** Why this person may not change it, if so. */
  guarded?: string | undefined
  /** In dollars; null if the id does not exist. */
  onPrice: (price: number | null) => void
  /** Why what was looked up cannot be used; without a reason it can. `priceIdProblem` says the same from then on. */
  onRefused: (reason: string | undefined) => void
  /** Whether the price next to it comes from the provider, as of the look-up. */
  onHeld?: (isHeld: boolean) => void
}

/** The id of a price at the payment provider. It is looked up on leaving the field, or soon after a paste. */
export function PriceIdField({ label, every, value, field, guarded, onPrice, onRefused, onHeld }: Props) {
  const { lookup, look, lookSoon, forget } = usePriceLookup(value, { onPrice, onRefused })
  const isLooking = lookup?.state === 'looking'
  const isHeld = isLooking || lookup?.state === 'found'
  const failed = (lookup?.state === 'failed' || lookup?.state === 'refused') && lookup
  useEffect(() => onHeld?.(isHeld), [isHeld, onHeld])

  return (
    <TextField
      label={label}
      autoComplete="off"
      spellCheck={false}
      placeholder="price_"
      readOnly={isLooking || guarded !== undefined}
      description={guarded ?? <span role="status">{saidOf(lookup, every)}</span>}
      {...field}
      error={failed ? failed.message : field.error}
      onChange={(event) => {
        forget()
        field.onChange(event)
      }}
      onPaste={({ currentTarget }) => lookSoon(() => currentTarget.value)}
      onBlur={(event) => {
        field.onBlur?.(event)
        if (guarded === undefined) void look(value)
      }}
      // Enter saves the form, which then waits for the price.
      onKeyDown={({ key }) => {
        if (key === 'Enter' && guarded === undefined) void look(value)
      }}
      rightSectionWidth={failed ? 72 : undefined}
      rightSection={
        failed && (
          <Button variant="default" size="xs" onClick={() => void look(failed.id, true)}>
            Retry
          </Button>
        )
      }
    />
  )
}

function saidOf(lookup: ReturnType<typeof usePriceLookup>['lookup'], every: Props['every']) {
  if (lookup?.state === 'looking') return 'Looking up'
  if (lookup?.state !== 'found') return 'Looked up when you leave the field; fills in the price'
  const isOther = lookup.every !== `1 ${every}`
  return (
    <>
      <LookedUp>
        at {formatDate(lookup.at, 'hh:mm A')}: {dollarsAndCents(lookup.amount)}
      </LookedUp>
      {isOther && (
        <span className={classes.other}>
          This price is billed {rhythmOf(lookup.every)}, not every {every}.
        </span>
      )}
    </>
  )
}

/** `every 3 months`, or `once`. */
function rhythmOf(every: string | null): string {
  if (!every) return 'once'
  const [count, unit] = every.split(' ')
  return count === '1' ? `every ${unit}` : `every ${count} ${unit}s`
}

/** Why a typed id cannot be saved: it is none, or the provider refused it. Nothing typed is fine. */
export function priceIdProblem(typed: string): string | undefined {
  const id = typed.trim()
  if (id === '') return undefined
  return PRICE_ID.test(id) ? refusedPrices.get(id) : PRICE_ID_INVALID
}

/** Marks a price in dollars as looked up by this id. */
export function LookedUpById({ id, price }: { id: string; price: number }) {
  const found = useFoundPrices()(id)
  return found?.amount === Math.round(price * 100) && <LookedUp />
}

/** Marks a price that comes from the payment provider. */
const LookedUp = ({ children }: { children?: ReactNode }) => (
  <span className={classes.found}>
    <Icon name="check" size={14} />
    <span>Looked up {children}</span>
  </span>
)

type Price = Data<typeof plans.getStripePlan>

const priceOf = (priceId: string) => ({
  ...read(plans.getStripePlan, { params: { priceId } }, { withoutToken: true }),
  retry: false,
  // A look-up is valid as long as its id is in the field.
  gcTime: Number.POSITIVE_INFINITY,
})

/** All prices are in US dollars: an amount in another currency would be a different price. */
function foundOf(id: string, { amount, currency, interval, intervalCount }: Price, at: number): Found {
  if (currency !== 'usd')
    throw new ApiError(422, {
      message: `This price is in ${currency.toUpperCase()}, and prices here are in US dollars`,
    })
  return { state: 'found', id, amount, every: interval && `${intervalCount ?? 1} ${interval}`, at }
}

function foundPrice(client: QueryClient, id: string): Found | undefined {
  const kept = client.getQueryState(priceOf(id).queryKey)
  if (kept?.status !== 'success' || kept.data?.data.currency !== 'usd') return undefined
  return foundOf(id, kept.data.data, kept.dataUpdatedAt)
}

/** What was looked up since the console was opened, by its id. */
function useFoundPrices() {
  const client = useQueryClient()
  return (id: string) => foundPrice(client, id)
}

interface Told {
  /** Its price in dollars, and null if it does not exist. */
  onPrice: (price: number | null) => void
  /** Without a reason it was found after all. */
  onRefused: (reason: string | undefined) => void
}

/** Looks a price id up at the payment provider. */
export function usePriceLookup(first: string, told: Told) {
  const client = useQueryClient()
  const [lookup, setLookup] = useState<Lookup | undefined>(() => foundPrice(client, first))
  const latest = useRef(told)
  useLayoutEffect(() => {
    latest.current = told
  })
  const [prices] = useState(() =>
    priceLookup(first, {
      async find(id) {
        const { data } = await formsWaitFor(
          'The price is being looked up',
          client.fetchQuery({ ...priceOf(id), staleTime: 0 }),
        )
        return foundOf(id, data, Date.now())
      },
      onPrice: (price) => latest.current.onPrice(price),
      onState(state) {
        setLookup(state)
        if (state?.state === 'refused') latest.current.onRefused(state.message)
        if (state?.state === 'found') latest.current.onRefused(undefined)
      },
    }),
  )
  useEffect(() => prices.start(), [prices])
  return { lookup, ...prices }
}
