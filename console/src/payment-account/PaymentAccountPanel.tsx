import {
  heldBecause,
  type PaymentAccount,
  paymentAccount,
  requirementTexts,
  verificationStatuses,
} from '@hikmah/contract/payment-account'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { read, useMay } from '../kit/api/data.ts'
import { Facts } from '../kit/display/Facts.tsx'
import { StatusBadge } from '../kit/display/StatusBadge.tsx'
import { Email } from '../kit/format/breakable.tsx'
import { When } from '../kit/format/When.tsx'
import { useLogged } from '../kit/list/ListTable.tsx'
import { RetryNote } from '../kit/page/ListStates.tsx'
import { LoadingLines } from '../kit/page/Outlines.tsx'
import { SectionHead } from '../kit/page/Page.tsx'
import { StaleMark } from '../sitemap/StaleMark.tsx'
import classes from './payment-account.module.css'

const PROVIDER = 'Stripe'

/** The account an organization is paid to, as the payment provider has it. A failure is only logged (first seed). */
export function PaymentAccountPanel({ orgId }: { orgId: string }) {
  const mayRead = useMay('payment-account.read')
  const { data, error, refetch } = useQuery({
    ...read(paymentAccount.readPaymentAccount, { params: { orgId } }),
    enabled: mayRead,
  })
  useLogged('The payment account could not be loaded', error)
  if (!mayRead) return null
  const account = data?.data
  const title = `Verification - ${account?.provider ?? PROVIDER}`
  return (
    <section aria-label={title} className={classes.card}>
      <SectionHead title={title} />
      {account && <StaleMark asOf={account.asOf} isFollowed={false} />}
      {error && <RetryNote text="The payment account was not loaded." onRetry={refetch} />}
      {!data && !error && <LoadingLines name="the payment account" lines={4} />}
      {account === null && <p className={classes.none}>No payment account is connected yet.</p>}
      {account && <AccountFacts account={account} />}
    </section>
  )
}

const moment = (seconds: number | null) => seconds !== null && <When at={seconds * 1000} as="ll" />

function AccountFacts({ account }: { account: PaymentAccount }) {
  const { legal_entity, external_accounts, requirements } = account
  const email = account.email ?? legal_entity.personal_email
  const { label, tone } = verificationStatuses[legal_entity.verification.status]
  const [bank] = external_accounts.data
  return (
    <>
      <Facts
        facts={[
          ['ID', account.id],
          ['Type', account.type],
          ['Email', email && <Email>{email}</Email>],
          ['Country', account.country],
          ['Created', moment(account.created)],
          ['Default currency', account.default_currency?.toUpperCase()],
          ['ToS date', moment(account.tos_acceptance.date)],
          ['Bank account', bank && bankText(bank)],
          [
            'Verification status',
            <StatusBadge key="status" tone={tone}>
              {label}
            </StatusBadge>,
          ],
          ['Enabled', enabledText(account)],
        ]}
      />
      <Due requirements={requirements} />
    </>
  )
}

function bankText({ account, bank_name, last4 }: PaymentAccount['external_accounts']['data'][number]) {
  const name = [bank_name, last4 && `ending in ${last4}`].filter(Boolean).join(' ')
  return [name, account].filter(Boolean).join(', ')
}

function enabledText({ charges_enabled: charges, payouts_enabled: payouts }: PaymentAccount) {
  if (charges && payouts) return 'Charges and payouts'
  if (!charges && !payouts) return 'Neither charges nor payouts'
  return charges ? 'Charges, not payouts' : 'Payouts, not charges'
}

/** What the provider still requires, in words. */
function Due({ requirements }: { requirements: PaymentAccount['requirements'] }) {
  const { currently_due, past_due, pending_verification, current_deadline, disabled_reason } = requirements
  const due = requirementTexts([...past_due, ...currently_due])
  const verifying = requirementTexts(pending_verification)
  if (due.length + verifying.length === 0 && !disabled_reason) return null
  return (
    <div className={classes.due}>
      {disabled_reason && <p>{heldBecause(disabled_reason)}.</p>}
      <Listed title="Still required" lines={due}>
        {current_deadline !== null && (
          <>
            {' '}
            until <When at={current_deadline * 1000} as="ll" />
          </>
        )}
      </Listed>
      <Listed title="Being verified" lines={verifying} />
    </div>
  )
}

function Listed({ title, lines, children }: { title: string; lines: string[]; children?: ReactNode }) {
  if (lines.length === 0) return null
  return (
    <>
      <h3>
        {title}
        {children}
      </h3>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </>
  )
}
