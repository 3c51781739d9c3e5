import { RETRY_OPEN_INVOICES, type RetryableInvoice } from '@hikmah/contract/customer'
import { formatMoney } from '@hikmah/contract/money'
import { openInvoices } from '@hikmah/contract/open-invoices'
import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError, call } from '../kit/api/api.ts'
import { useAction } from '../kit/form/action.ts'
import { GuardedButton } from '../kit/form/SubmitButton.tsx'
import { joinByAnd, plural } from '../kit/format/texts.ts'
import { LinkTo, SectionHead } from '../kit/page/Page.tsx'
import { useProviderAway } from '../sitemap/StaleMark.tsx'
import classes from './customer.module.css'

interface Retried extends RetryableInvoice {
  /** Undefined while it waits for its turn. */
  answer?: { tone: 'success' | 'danger'; text: string }
}

/** Charges what failed again, one after the other, and keeps each answer on screen. */
export function RetryInvoices({ retryable, orgId }: { retryable: RetryableInvoice[]; orgId: string }) {
  const client = useQueryClient()
  const away = useProviderAway()
  const { href } = useLocation()
  const [retried, setRetried] = useState<Retried[]>([])
  const retry = useAction(async (invoices: RetryableInvoice[]) => {
    setRetried(invoices)
    for (const { id } of invoices) {
      const answer = await retryOne(id)
      setRetried((shown) => shown.map((one) => (one.id === id ? { ...one, answer } : one)))
    }
    await client.invalidateQueries()
  })
  if (retryable.length === 0 && retried.length === 0) return null
  return (
    <section className={classes.part} aria-label={RETRY_OPEN_INVOICES}>
      <SectionHead title="Failed payments" />
      {retryable.length > 0 && (
        <>
          <p className={classes.text}>
            {plural(retryable.length, 'open invoice')}, {sums(retryable)}. The charge failed, and a payment method is on
            file: it is charged at once.
          </p>
          <GuardedButton
            size="xs"
            variant="default"
            reason={away}
            loading={retry.isRunning}
            onClick={() => void retry.run(retryable)}
          >
            {RETRY_OPEN_INVOICES}
          </GuardedButton>
        </>
      )}
      <ul className={classes.retried} aria-label="Answers" aria-live="polite">
        {retried.map(({ id, number, amount, currency, answer }) => (
          <li key={id}>
            <LinkTo to="/organization/orders/payment-receipt" search={{ id, orgId, returnUrl: href }}>
              {number}
            </LinkTo>
            {formatMoney(amount, currency)}
            <small data-tone={answer?.tone}>{answer?.text ?? 'Waits'}</small>
          </li>
        ))}
      </ul>
    </section>
  )
}

async function retryOne(id: string): Promise<Retried['answer']> {
  try {
    const { message } = await call(openInvoices.retryInvoice, { params: { id } })
    return { tone: 'success', text: message ?? '' }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { tone: 'danger', text: error.message }
  }
}

/** The largest first; currencies are never added. */
function sums(invoices: RetryableInvoice[]): string {
  const byCurrency = Map.groupBy(invoices, ({ currency }) => currency)
  const amounts = [...byCurrency].map(([currency, of]) => ({
    currency,
    amount: of.reduce((sum, { amount }) => sum + amount, 0),
  }))
  return joinByAnd(
    amounts.sort((a, b) => b.amount - a.amount).map(({ amount, currency }) => formatMoney(amount, currency)),
  )
}
