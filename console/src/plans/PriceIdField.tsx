import type { Data } from '@hikmah/contract/endpoint'
import { MAX_PRICE_CENTS, PRICE_ID, PRICE_ID_INVALID, PRICE_TOO_HIGH, plans } from '@hikmah/contract/plans'
import { readCode } from '@hikmah/contract/typed'
import { Button, type TextInputProps } from '@mantine/core'
import type { GetInputPropsReturnType } from '@mantine/form'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { ApiError } from '../kit/api/api.ts'
import { read } from '../kit/api/data.ts'
import { TextField } from '../kit/field/TextField.tsx'
import { formsWaitFor } from '../kit/form/SubmitButton.tsx'
import { typedDollars } from '../kit/form/typed-numbers.ts'
import { dollarsAndCents, formatDate } from '../kit/format/texts.ts'
import { Icon } from '../kit/icons/icons.tsx'
import classes from './plans.module.css'

export interface Found {
  state: 'found'
  id: string
  /** In cents. */
  amount: number
  /** Such as `1 month`; null for a one-time price. */
  every: string | null
  at: number
}

export type Lookup =
  | Found
  | { state: 'looking'; id: string }
  /** Refused: it cannot be used. Failed: that is not known yet. */
  | { state: 'refused' | 'failed'; id: string; message: string }

/** Why prices that were looked up cannot be used, by their ids. */
export const refusedPrices = new Map<string, string>()

interface Callbacks {
  find: (id: string) => Promise<Found>
  /** In dollars; null if the price does not exist. */
  onPrice: (price: number | null) => void
  onState: (lookup: Lookup | undefined) => void
}

export const PASTE_REST_MS = 600

/**
 * Looks price ids up, one at a time and each once. The id that the form was opened with is taken as it is, unless it was
 * refused before.
 */
export function priceLookup(first: string, { find, onPrice, onState }: Callbacks) {
  let currentId = first
  let readPasted: (() => string) | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  function stop() {
    clearTimeout(timer)
    readPasted = undefined
  }

  async function look(typed: string, again = false) {
    stop()
    const id = readCode(typed)
    if ((!again && currentId === id) || !PRICE_ID.test(id)) return
    currentId = id
    onState({ state: 'looking', id })
    try {
      const found = await find(id)
      refusedPrices.delete(id)
      if (currentId !== id) return
      onPrice(found.amount / 100)
      onState(found)
    } catch (failure) {
      const { status, message: reason } = failure as ApiError
      const isRefused = status === 404 || status === 422
      const message = status === 404 ? 'No such price' : reason.trim()
      if (isRefused) refusedPrices.set(id, message)
      if (currentId !== id) return
      // A repeated look-up leaves a price that was typed or saved meanwhile.
      if (status === 404 && !again) onPrice(null)
      onState({ state: isRefused ? 'refused' : 'failed', id, message })
    }
  }

  /** A moment after a paste, as the person may go on typing. `typed` reads the field at that time. */
  function lookSoon(typed: () => string) {
    clearTimeout(timer)
    readPasted = typed
    timer = setTimeout(() => void look(typed()), PASTE_REST_MS)
  }

  return {
    /** The field is on the page. Returns what to do when it leaves. */
    start() {
      if (refusedPrices.has(readCode(first))) void look(first, true)
      return stop
    },
    look,
    lookSoon,
    forget() {
      currentId = ''
      onState(undefined)
      if (readPasted) lookSoon(readPasted)
    },
  }
}

interface Props {
  /** How often it is billed. */
  every: 'month' | 'year'
  form: {
    getInputProps(path: string): GetInputPropsReturnType
    setFieldValue(path: string, value: string): void
    setFieldError(path: string, error: string | undefined): void
  }
  /** The path of the billing in the form. */
  path: string
  /** Why this person may not change it, if so. */
  guarded?: string | undefined
  price: Pick<TextInputProps, 'description' | 'required'>
  /** The price where the id does not exist. */
  noPrice: string
}

/**
 * A price, and its id at the payment provider. The id is looked up on leaving its field, or soon after a paste; from then
 * on the price is the provider's to say.
 */
export function PriceFields({ every, form, path, guarded, price, noPrice }: Props) {
  const name = every === 'month' ? 'Monthly' : 'Annual'
  const field = form.getInputProps(`${path}.stripePlanId`)
  const value: string = field.value
  const { lookup, look, lookSoon, forget } = usePriceLookup(value, {
    onPrice: (found) => form.setFieldValue(`${path}.price`, found === null ? noPrice : typedDollars(found)),
    // `priceIdProblem` says the same from then on.
    onRefused: (reason) => form.setFieldError(`${path}.stripePlanId`, reason),
  })
  const isLooking = lookup?.state === 'looking'
  const isHeld = isLooking || lookup?.state === 'found'
  const failed = (lookup?.state === 'failed' || lookup?.state === 'refused') && lookup

  return (
    <>
      <TextField
        label={`${name} price id`}
        spellCheck={false}
        placeholder="price_"
        readOnly={isLooking || guarded !== undefined}
        description={guarded ?? <span role="status">{describeLookup(lookup, every)}</span>}
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
      <TextField
        label={`${name} price`}
        inputMode="decimal"
        leftSection="$"
        readOnly={guarded !== undefined || isHeld}
        {...price}
        {...form.getInputProps(`${path}.price`)}
      />
    </>
  )
}

function describeLookup(lookup: ReturnType<typeof usePriceLookup>['lookup'], every: Props['every']) {
  if (lookup?.state === 'looking') return 'Looking up'
  if (lookup?.state !== 'found') return 'Enter the Stripe price ID; the price fills in'
  const isOther = lookup.every !== `1 ${every}`
  return (
    <>
      <LookedUp>
        at {formatDate(lookup.at, 'h:mm A')}: {dollarsAndCents(lookup.amount)}
      </LookedUp>
      {isOther && (
        <span className={classes.other}>
          This price is billed {describeInterval(lookup.every)}, not every {every}.
        </span>
      )}
    </>
  )
}

/** `every 3 months`, or `once`. */
function describeInterval(every: string | null): string {
  if (!every) return 'once'
  const [count, unit] = every.split(' ')
  return count === '1' ? `every ${unit}` : `every ${count} ${unit}s`
}

/** Why a typed id cannot be saved: it is none, or the provider refused it. Nothing typed is fine. */
export function priceIdProblem(typed: string): string | undefined {
  const id = readCode(typed)
  if (id === '') return undefined
  return PRICE_ID.test(id) ? refusedPrices.get(id) : PRICE_ID_INVALID
}

/** Marks a price in dollars as looked up by this id. */
export function LookedUpById({ id, price }: { id: string; price: number }) {
  const found = foundPrice(useQueryClient(), id)
  return found?.amount === Math.round(price * 100) && <LookedUp />
}

const LookedUp = ({ children }: { children?: ReactNode }) => (
  <span className={classes.found}>
    <Icon name="check" size={14} />
    <span>Looked up {children}</span>
  </span>
)

type Price = Data<typeof plans.getStripePlan>

const priceQuery = (priceId: string) => ({
  ...read(plans.getStripePlan, { params: { priceId } }),
  retry: false,
  // A look-up is valid as long as its id is in the field.
  gcTime: Number.POSITIVE_INFINITY,
})

/** All prices are in US dollars: an amount in another currency would be a different price. */
export function toFound(id: string, { amount, currency, interval, intervalCount }: Price, at: number): Found {
  if (currency !== 'usd')
    throw new ApiError(422, {
      message: `This price is in ${currency.toUpperCase()}, and prices here are in US dollars`,
    })
  // Told at the look-up: the price could not be changed here, nor saved.
  if (amount > MAX_PRICE_CENTS)
    throw new ApiError(422, { message: `This price is ${dollarsAndCents(amount)}. ${PRICE_TOO_HIGH}` })
  return { state: 'found', id, amount, every: interval && `${intervalCount ?? 1} ${interval}`, at }
}

/** What was looked up since the console was opened. */
function foundPrice(client: QueryClient, id: string): Found | undefined {
  const lookedUp = client.getQueryState(priceQuery(id).queryKey)
  if (lookedUp?.status !== 'success' || lookedUp.data?.data.currency !== 'usd') return undefined
  return toFound(id, lookedUp.data.data, lookedUp.dataUpdatedAt)
}

interface Listeners {
  /** In dollars; null if the id does not exist. */
  onPrice: (price: number | null) => void
  /** Why what was looked up cannot be used; without a reason it can. */
  onRefused: (reason: string | undefined) => void
}

function usePriceLookup(first: string, listeners: Listeners) {
  const client = useQueryClient()
  const [lookup, setLookup] = useState<Lookup | undefined>(() => foundPrice(client, first))
  const latest = useRef(listeners)
  useLayoutEffect(() => {
    latest.current = listeners
  })
  const [prices] = useState(() =>
    priceLookup(first, {
      async find(id) {
        const { data } = await formsWaitFor(
          'The price is being looked up',
          client.fetchQuery({ ...priceQuery(id), staleTime: 0 }),
        )
        return toFound(id, data, Date.now())
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
