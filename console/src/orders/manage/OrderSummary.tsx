import { formatMoney } from '@hikmah/contract/money'
import { orders } from '@hikmah/contract/orders/endpoints'
import type { Order } from '@hikmah/contract/orders/schemas'
import { PROMO_APPLIED, PROMO_REMOVED } from '@hikmah/contract/orders/words'
import type { ChangePreview } from '@hikmah/contract/organization-plans/endpoints'
import { describeRenewal } from '@hikmah/contract/organization-plans/rules'
import { CREDIT_FOR_NEXT, chargedNowText, FROM_CREDIT } from '@hikmah/contract/payments'
import { Button } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useMay, useWrite } from '../../kit/api/data.ts'
import { Term } from '../../kit/display/Facts.tsx'
import { FormAlert } from '../../kit/feedback/FormAlert.tsx'
import { confirm, notifySuccess } from '../../kit/feedback/messages.tsx'
import { TextField } from '../../kit/field/TextField.tsx'
import { GuardedButton, SubmitButton } from '../../kit/form/SubmitButton.tsx'
import { formatDate } from '../../kit/format/texts.ts'
import { When } from '../../kit/format/When.tsx'
import { LoadingLines } from '../../kit/page/Outlines.tsx'
import { SectionHead } from '../../kit/page/Page.tsx'
import { MAY_NOT_MANAGE } from '../order-text.ts'
import type { Preview } from './ManagedItems.tsx'
import '../../kit/parts/plain.css'
import classes from './manage-order.module.css'

export function OrderSummary({ order, preview, isChanged }: { order: Order; preview: Preview; isChanged: boolean }) {
  const { ledger } = order
  const amounts = isChanged ? preview.data : ledger
  const asOrdered = order.payment === 'none' ? 'As ordered, not yet paid' : 'As billed'
  const ofChange =
    preview.problem ||
    `What the payment provider ${preview.data?.isInvoiceSent ? 'invoices' : 'charges'} now for the change.`
  return (
    <section aria-label="Order summary">
      <SectionHead title="Order summary" />
      <p className={`fine ${classes.hint}`}>{isChanged ? ofChange : asOrdered}</p>
      <div role="status">
        {isChanged && !preview.problem && <ChangeLines preview={preview} />}
        {amounts && <Parts order={order} amounts={amounts} />}
      </div>
      <dl className={`amounts ${classes.promos}`}>
        <Term name="Promo applied" value={<Promos order={order} />} />
      </dl>
      <PromoEntry order={order} />
      {amounts && (
        <dl className={`amounts ${classes.total}`}>
          <Total order={order} change={isChanged ? preview.data : undefined} />
        </dl>
      )}
      {isChanged && preview.data && (
        <p className={`fine ${classes.hint}`}>
          {describeRenewal(preview.data, (at) => formatDate(at, 'MMM DD, YYYY'))}
        </p>
      )}
    </section>
  )
}

/** What the payment provider could not say. */
export const NotCalculated = ({ error, onRetry }: { error: Error; onRetry: () => unknown }) => (
  <p className={classes.unknown} role="alert">
    {error.message.trim()}
    <Button variant="default" size="xs" onClick={() => void onRetry()}>
      Retry
    </Button>
  </p>
)

function ChangeLines({ preview: { data, error, retry } }: { preview: Preview }) {
  if (error) return <NotCalculated error={error} onRetry={retry} />
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

type Amounts = Record<'subtotal' | 'discount' | 'tax', number>

const Parts = ({ order, amounts: { subtotal, discount, tax } }: { order: Order; amounts: Amounts }) => (
  <dl className="amounts">
    <Term name="Subtotal" value={formatMoney(subtotal, order.currency)} />
    <Term
      name={`Tax for ${order.shippingAddress.postal_code || 'the postal code'}`}
      value={formatMoney(tax, order.currency)}
    />
    <Term name="Discounts" value={formatMoney(discount && -discount, order.currency)} />
  </dl>
)

/** The codes that took something off, and the one that is in force: what a renewal will be less by. */
function Promos({ order: { ledger, promo } }: { order: Order }) {
  const codes = new Set([...ledger.discounts.map(({ code }) => code), promo?.code].filter(Boolean))
  if (codes.size === 0) return 'None'
  return [...codes].map((code) => (
    <div key={code} className={classes.applied}>
      {code !== promo?.code && <small>This invoice only</small>}
      {code === promo?.code && promo?.pendingUntil && (
        <small>
          From <When at={promo.pendingUntil} as="MMM DD, YYYY" />
        </small>
      )}
      <span className="code">{code}</span>
    </div>
  ))
}

function Total({ order: { ledger, currency }, change }: { order: Order; change: ChangePreview | undefined }) {
  const { total, amountDue, isInvoiceSent } = change ?? { ...ledger, amountDue: ledger.total, isInvoiceSent: false }
  const isCredit = change !== undefined && total < 0
  const money = (amount: number) => formatMoney(amount, currency)
  return (
    <>
      <Term name={isCredit ? CREDIT_FOR_NEXT : 'Total'} value={money(isCredit ? -total : total)} isTotal />
      {amountDue < total && (
        <>
          <Term name={FROM_CREDIT} value={money(amountDue - total)} />
          <Term name={chargedNowText(isInvoiceSent)} value={money(amountDue)} isTotal />
        </>
      )}
    </>
  )
}

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
        autoCapitalize="characters"
        spellCheck={false}
        disabled={Boolean(why)}
        value={code}
        onChange={({ currentTarget }) => {
          setCode(currentTarget.value)
          apply.reset()
        }}
        description={promo ? `Replaces ${promo.code} from the next invoice` : 'Applies to the next invoice'}
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
          <GuardedButton
            variant="default"
            loading={remove.isPending}
            reason={why || false}
            onClick={() => void askAndRemove()}
          >
            Remove {promo.code}
          </GuardedButton>
        )}
      </div>
    </form>
  )
}
