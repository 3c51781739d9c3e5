import { formatMoney } from '@hikmah/contract/money'
import { orders } from '@hikmah/contract/orders/endpoints'
import type { Order } from '@hikmah/contract/orders/schemas'
import { PROMO_APPLIED, PROMO_REMOVED } from '@hikmah/contract/orders/words'
import type { ChangePreview } from '@hikmah/contract/organization-plans/endpoints'
import { CREDIT_FOR_NEXT, chargedNowText, FROM_CREDIT } from '@hikmah/contract/payments'
import { Button } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useMay } from '../../kit/api/current-user.ts'
import { useWrite } from '../../kit/api/data.ts'
import { confirm } from '../../kit/feedback/Dialog.tsx'
import { FormAlert } from '../../kit/feedback/FormAlert.tsx'
import { notifySuccess } from '../../kit/feedback/notify.ts'
import { TextField } from '../../kit/field/TextField.tsx'
import { SubmitButton } from '../../kit/form/SubmitButton.tsx'
import { LoadingLines } from '../../kit/page/Outlines.tsx'
import { SectionHead } from '../../kit/page/Page.tsx'
import { MAY_NOT_MANAGE } from '../order-text.ts'
import classes from './manage-order.module.css'
import type { Preview } from './order-quantities.ts'

interface Props {
  order: Order
  preview: Preview
  isChanged: boolean
}

/** The order's total or, once something is changed, what the payment provider charges for the change. */
export function OrderSummary({ order, preview, isChanged }: Props) {
  const { ledger } = order
  const amounts = isChanged ? preview.data : ledger
  const asOrdered = order.payment === 'none' ? 'As it was ordered. No payment is recorded.' : 'As it was billed.'
  const ofChange =
    preview.problem ||
    `What the payment provider ${preview.data?.isInvoiceSent ? 'invoices' : 'charges'} now for the change.`
  return (
    <section aria-label="Order summary">
      <SectionHead title="Order summary" />
      <p className={classes.hint}>{isChanged ? ofChange : asOrdered}</p>
      <div role="status">
        {isChanged && !preview.problem && <ChangeLines preview={preview} />}
        {amounts && <Parts order={order} amounts={amounts} />}
      </div>
      <dl className={classes.amounts}>
        <Amount term="Promo applied">
          <Promos order={order} />
        </Amount>
      </dl>
      <PromoEntry order={order} />
      {amounts && (
        <dl className={`${classes.amounts} ${classes.total}`}>
          <Total order={order} change={isChanged ? preview.data : undefined} />
        </dl>
      )}
    </section>
  )
}

function ChangeLines({ preview: { data, error, retry } }: { preview: Preview }) {
  if (error) {
    return (
      <p className={classes.unknown} role="alert">
        {error.message.trim()}
        <Button variant="default" size="xs" onClick={() => void retry()}>
          Retry
        </Button>
      </p>
    )
  }
  if (!data) return <LoadingLines name="the price" lines={4} />
  return (
    <ul className={classes.changes}>
      {data.lines.map(({ description, amount }) => (
        <li key={`${description} ${amount}`}>
          <span>{description}</span>
          <span>{formatMoney(amount, data.currency)}</span>
        </li>
      ))}
    </ul>
  )
}

interface PartsProps {
  order: Order
  amounts: { subtotal: number; discount: number; tax: number }
}

const Parts = ({ order: { shippingAddress, currency }, amounts }: PartsProps) => (
  <dl className={classes.amounts}>
    <Amount term="Subtotal">{formatMoney(amounts.subtotal, currency)}</Amount>
    <Amount term={`Tax for ${shippingAddress.postal_code || 'the postal code'}`}>
      {formatMoney(amounts.tax, currency)}
    </Amount>
    <Amount term="Discounts">{formatMoney(amounts.discount && -amounts.discount, currency)}</Amount>
  </dl>
)

/** The codes that took something off, and the one that is in force: what a renewal will be less by. */
function Promos({ order: { ledger, promo } }: { order: Order }) {
  const codes = new Set([...ledger.discounts.map(({ code }) => code), promo?.code].filter(Boolean))
  if (codes.size === 0) return 'None'
  return [...codes].map((code) => (
    <div key={code} className={classes.applied}>
      {code !== promo?.code && <small>Not on coming invoices</small>}
      <span className={classes.code}>{code}</span>
    </div>
  ))
}

function Total({ order: { ledger, currency }, change }: { order: Order; change: ChangePreview | undefined }) {
  const { total, amountDue, isInvoiceSent } = change ?? { ...ledger, amountDue: ledger.total, isInvoiceSent: false }
  const isCredit = change !== undefined && total < 0
  return (
    <>
      <Amount term={isCredit ? CREDIT_FOR_NEXT : 'Total'} isTotal>
        {formatMoney(isCredit ? -total : total, currency)}
      </Amount>
      {amountDue < total && (
        <>
          <Amount term={FROM_CREDIT}>{formatMoney(amountDue - total, currency)}</Amount>
          <Amount term={chargedNowText(isInvoiceSent)} isTotal>
            {formatMoney(amountDue, currency)}
          </Amount>
        </>
      )}
    </>
  )
}

const Amount = ({ term, isTotal, children }: { term: string; isTotal?: boolean; children: ReactNode }) => (
  <div data-total={isTotal}>
    <dt>{term}</dt>
    <dd>{children}</dd>
  </div>
)

/** Adds a promo code to the order or removes it at once; it applies from the next invoice on. */
function PromoEntry({ order: { _id, promo, version, itemsLockedBecause } }: { order: Order }) {
  const mayManage = useMay('orders.manage')
  const [code, setCode] = useState('')
  const params = { id: _id }
  const apply = useWrite(orders.applyPromo, {
    success: (_, message) => {
      notifySuccess(message ?? PROMO_APPLIED, code.trim().toUpperCase())
      setCode('')
    },
  })
  const remove = useWrite(orders.removePromo, {
    success: (_, message) => notifySuccess(message ?? PROMO_REMOVED, promo?.code),
  })
  const why = mayManage ? itemsLockedBecause : MAY_NOT_MANAGE
  const problem = apply.error?.fields.code

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!why && code.trim() !== '') apply.mutate({ params, body: { code: code.trim(), version } })
  }

  async function askAndRemove() {
    const isSure = await confirm({
      title: `Remove ${promo?.code} from this order?`,
      body: 'No discount from the next invoice on.',
      action: 'Remove code',
    })
    if (isSure) remove.mutate({ params })
  }

  return (
    <form className={classes.promo} aria-label="Promotion" noValidate onSubmit={submit}>
      <TextField
        label="Promo code"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        disabled={Boolean(why)}
        value={code}
        onChange={({ currentTarget }) => {
          setCode(currentTarget.value)
          apply.reset()
        }}
        description={promo ? `Replaces ${promo.code} from the next invoice on` : 'Applies from the next invoice on'}
        error={problem}
      />
      {!problem && <FormAlert error={apply.error ?? remove.error} />}
      <div className={classes.beside}>
        <SubmitButton
          variant="default"
          isQuiet
          loading={apply.isPending}
          reason={why || (code.trim() === '' && 'Enter a promo code first')}
        >
          Apply
        </SubmitButton>
        {promo && (
          <SubmitButton
            type="button"
            variant="default"
            isQuiet
            loading={remove.isPending}
            reason={why || false}
            onClick={() => void askAndRemove()}
          >
            Remove {promo.code}
          </SubmitButton>
        )}
      </div>
    </form>
  )
}
