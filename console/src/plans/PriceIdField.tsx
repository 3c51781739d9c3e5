import { PRICE_ID, PRICE_ID_INVALID } from '@hikmah/contract/plans'
import { Button } from '@mantine/core'
import type { GetInputPropsReturnType } from '@mantine/form'
import { useEffect } from 'react'
import { TextField } from '../kit/field/TextField.tsx'
import { formatDate } from '../kit/format/dates.ts'
import { dollarsAndCents } from '../kit/format/money.ts'
import { LookedUp } from './LookedUp.tsx'
import classes from './plans.module.css'
import { refusedPrices } from './price-lookup.ts'
import { useFoundPrices, usePriceLookup } from './use-price-lookup.ts'

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
