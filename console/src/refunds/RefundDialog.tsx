import '@mantine/core/styles/Radio.layer.css'
import { invoices } from '@hikmah/contract/invoices'
import { formatMoney } from '@hikmah/contract/money'
import { orders } from '@hikmah/contract/orders/endpoints'
import { hasRefundFailed, isRefundUnderWay, MAX_REASON } from '@hikmah/contract/orders/words'
import {
  type AccountOverview,
  PAY_BACK_BY_CHECK,
  REFUND_MADE,
  type RefundablePayment,
  type RefundMade,
  type RefundWay,
  whyNotRefund,
} from '@hikmah/contract/refunds'
import { isWithin } from '@hikmah/contract/words'
import { Button, Radio, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { type ApiError, call, newKey } from '../kit/api/api.ts'
import { read } from '../kit/api/data.ts'
import { FormAlert } from '../kit/feedback/FormAlert.tsx'
import { Dialog, DialogActions, notifyFailure, notifySuccess } from '../kit/feedback/messages.tsx'
import { fieldError } from '../kit/field/field-error.tsx'
import { TextField } from '../kit/field/TextField.tsx'
import { SubmitButton } from '../kit/form/SubmitButton.tsx'
import { When } from '../kit/format/When.tsx'
import { LoadingLines } from '../kit/page/Outlines.tsx'
import type { RefundStart, RefundSubject } from './RefundPanel.tsx'
import classes from './refund.module.css'
import {
  alreadyBack,
  amountText,
  CREDIT_GIVEN,
  currencySign,
  describeBack,
  describePayment,
  paymentName,
  readAmount,
} from './refund-text.ts'

const calls = {
  order: { money: orders.readOrderMoney, refund: orders.refundOrder },
  invoice: { money: invoices.readInvoiceMoney, refund: invoices.refundInvoice },
}

interface Props {
  subject: RefundSubject
  start: RefundStart
  onClose: () => void
}

export function RefundDialog(props: Props) {
  const { subject, onClose } = props
  const query = useQuery({
    ...read(calls[subject.kind].money, { params: { id: subject.id } }),
    staleTime: 0,
    // What is left is read as it is now, and stays still while somebody types.
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  const overview = query.data?.data
  return (
    <Dialog title={`Refund ${subject.name}`} size="lg" isGrowing onClose={onClose}>
      <p className={classes.sub}>{subject.text}</p>
      {query.error && <FormAlert error={query.error} />}
      {!overview && !query.error && <LoadingLines name="the payments" lines={4} />}
      {overview?.payments.length === 0 && <p className="nothing">Nothing was paid</p>}
      {overview && overview.payments.length > 0 && (
        <RefundForm {...props} overview={overview} onChanged={() => void query.refetch()} />
      )}
    </Dialog>
  )
}

/** Payments that show at once, besides those that nobody would look for. */
const FEW = 4

const reasons = ['Returned', 'Ordered twice', 'Not delivered', 'Service was down', 'Goodwill']

type FormProps = Props & { overview: AccountOverview; onChanged: () => void }

function RefundForm({ subject, start, overview: { payments, currency }, onChanged, onClose }: FormProps) {
  const money = (amount: number) => formatMoney(amount, currency)
  const [typed, setTyped] = useState<Record<string, string>>(
    start.paymentId && start.amount ? { [start.paymentId]: amountText(start.amount, currency) } : {},
  )
  const [reason, setReason] = useState(start.reason ?? '')
  const [way, setWay] = useState<RefundWay>('back')
  const isCredit = way === 'credit'
  const verb = isCredit ? 'Credit' : 'Refund'
  const [showsAll, setShowsAll] = useState(false)
  const list = useRef<HTMLTableElement>(null)
  useEffect(() => list.current?.querySelector('input')?.focus(), [])

  // What the order cost stays in sight, however often it was renewed.
  const isShown = ({ paymentId, isRenewal }: RefundablePayment, i: number) =>
    showsAll || i < FEW || !isRenewal || paymentId === start.paymentId
  const shown = payments.filter(isShown)
  const refundable = shown.filter((payment) => payment.refundable > 0)
  const most = add(refundable.map((payment) => payment.refundable))

  const chosen = refundable.flatMap((payment) => {
    const text = typed[payment.paymentId]?.trim() ?? ''
    const amount = readAmount(text, currency)
    if (text === '' || amount === 0) return []
    const why = amount === null ? 'Enter an amount such as 12.50' : whyNotRefund(payment, amount ?? 0, way)
    return [{ payment, amount: amount ?? 0, why }]
  })
  const total = add(chosen.map(({ amount }) => amount))
  const net = add(payments.map((payment) => payment.net))
  const credited = add(payments.map((payment) => payment.credited))

  const refund = useRefunds(subject, {
    onChanged,
    onDone: (id) => setTyped((before) => ({ ...before, [id]: '' })),
    onClose,
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (why || refund.isPending) return
    refund.mutate(chosen.map(({ payment, amount }) => ({ payment, amount, reason: reason.trim(), way })))
  }

  const wrong = chosen.find(({ why }) => why)?.why
  const why = wrong || whyNotReady(total, reason, way)
  const isSaidInPlace = Boolean(wrong) && refund.error?.fields?.amount === wrong
  return (
    <form className={classes.form} noValidate onSubmit={submit}>
      <table ref={list} className={`ruled ${classes.payments}`} aria-label="Payments">
        <thead>
          <tr>
            {['Payment', 'Paid', 'Already back', `${verb} now`].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((payment) => (
            <PaymentRow
              key={payment.paymentId}
              payment={payment}
              value={typed[payment.paymentId] ?? ''}
              error={chosen.find((one) => one.payment === payment)?.why}
              onChange={(text) => setTyped({ ...typed, [payment.paymentId]: text })}
            />
          ))}
        </tbody>
      </table>
      <div className={classes.most}>
        <span>
          Most that can go back: {refundable.map((payment) => money(payment.refundable)).join(' + ') || money(0)}
        </span>
        {shown.length < payments.length && (
          <Button variant="subtle" size="compact-xs" onClick={() => setShowsAll(true)}>
            Show all {payments.length} payments
          </Button>
        )}
        {most > 0 && (
          <Button
            variant="subtle"
            size="compact-sm"
            onClick={() =>
              setTyped(
                Object.fromEntries(
                  refundable.map((payment) => [payment.paymentId, amountText(payment.refundable, currency)]),
                ),
              )
            }
          >
            {verb} all {money(most)}
          </Button>
        )}
      </div>
      <div>
        <TextField
          label="Reason"
          required
          max={MAX_REASON}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
          error={refund.error?.fields?.reason}
        />
        <div className={classes.reasons}>
          {reasons.map((text) => (
            <Button
              key={text}
              variant="default"
              size="compact-sm"
              aria-pressed={reason === text}
              onClick={() => setReason(text)}
            >
              {text}
            </Button>
          ))}
        </div>
      </div>
      <Radio.Group
        label="Where it goes"
        value={way}
        onChange={(to) => setWay(to as RefundWay)}
        error={fieldError(refund.error?.fields?.way)}
      >
        <div className={classes.ways}>
          <Radio
            value="back"
            classNames={{ description: classes.way }}
            {...describeBack(chosen.length > 0 ? chosen.map(({ payment }) => payment) : shown)}
          />
          <Radio
            value="credit"
            classNames={{ description: classes.way }}
            label="Credit on the next invoice"
            description="At once. Booked as a credit note; no money leaves."
          />
        </div>
      </Radio.Group>
      <dl className={classes.net}>
        <dt>Net kept after this</dt>
        {isCredit ? (
          <dd>
            <b>{money(net)}</b>
            <span>{`, ${money(credited + total)} of it credited`}</span>
          </dd>
        ) : (
          <dd>
            <span>{`${money(net)} − ${money(total)} = `}</span>
            <b>{money(net - total)}</b>
          </dd>
        )}
      </dl>
      {!isSaidInPlace && !refund.error?.fields?.reason && !refund.error?.fields?.way && (
        <FormAlert error={refund.error} />
      )}
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <SubmitButton variant={isCredit ? 'filled' : 'danger'} isQuiet loading={refund.isPending} reason={why}>
          {total > 0 ? `${verb} ${money(total)}` : verb}
        </SubmitButton>
      </DialogActions>
    </form>
  )
}

const add = (amounts: number[]) => amounts.reduce((sum, amount) => sum + amount, 0)

function whyNotReady(total: number, reason: string, way: RefundWay): string | false {
  const act = way === 'credit' ? 'credit' : 'refund'
  if (total === 0) return `Enter an amount to ${act}`
  if (reason.trim() === '') return `Enter a reason for the ${act}`
  return !isWithin(reason.trim(), MAX_REASON) && `At most ${MAX_REASON} characters in the reason`
}

interface RowProps {
  payment: RefundablePayment
  value: string
  error: string | null | undefined
  onChange: (text: string) => void
}

function PaymentRow({ payment, value, error, onChange }: RowProps) {
  const { at, paid, currency, refundable } = payment
  const nothingLeft = whyNotRefund(payment)
  return (
    <tr>
      <th scope="row">
        <b>
          <When at={at} />
        </b>
        <small>{describePayment(payment)}</small>
        <small className={classes.narrow}>
          {formatMoney(paid, currency)} paid
          {alreadyBack(payment) > 0 && `, ${formatMoney(alreadyBack(payment), currency)} already back`}
        </small>
      </th>
      <td>{formatMoney(paid, currency)}</td>
      <td>{formatMoney(alreadyBack(payment), currency)}</td>
      <td>
        {refundable > 0 ? (
          <TextInput
            data-autofocus
            aria-label={`Refund of ${paymentName(payment)}`}
            inputMode="decimal"
            autoComplete="off"
            size="sm"
            leftSection={currencySign(currency)}
            placeholder={amountText(0, currency)}
            value={value}
            error={fieldError(error ?? undefined)}
            onChange={({ currentTarget }) => onChange(currentTarget.value)}
          />
        ) : (
          <small>{nothingLeft}</small>
        )}
      </td>
    </tr>
  )
}

interface Chosen {
  payment: RefundablePayment
  amount: number
  reason: string
  way: RefundWay
}

interface Outcome {
  onChanged: () => void
  /** One payment is refunded, whatever becomes of the others. */
  onDone: (paymentId: string) => void
  onClose: () => void
}

/** One call for each payment, under a key that stays the same when the same is sent again. */
function useRefunds(subject: RefundSubject, { onChanged, onDone, onClose }: Outcome) {
  const keys = useRef(new Map<string, string>())
  return useMutation<string[], ApiError, Chosen[]>({
    mutationFn: async (chosen) => {
      const texts: string[] = []
      for (const { payment, amount, reason, way } of chosen) {
        const { paymentId, refundable: seen, currency } = payment
        const body = { paymentId, amount, reason, way, seen }
        const request = JSON.stringify(body)
        const key = keys.current.get(request) ?? newKey()
        keys.current.set(request, key)
        const { data } = await call(calls[subject.kind].refund, { params: { id: subject.id }, body }, { key })
        onDone(paymentId)
        const text = describeRefund(data.refund, currency)
        if (hasRefundFailed(data.refund.status)) notifyFailure(text)
        else texts.push(text)
      }
      return texts
    },
    onSuccess: (texts, [first]) => {
      if (texts.length > 0) notifySuccess(first?.way === 'credit' ? CREDIT_GIVEN : REFUND_MADE, texts.join(', '))
      onClose()
    },
    onError: onChanged,
  })
}

function describeRefund({ amount, status, isOutside, way, number }: RefundMade['refund'], currency: string): string {
  const text = formatMoney(amount, currency)
  if (way === 'credit') return `${text} credited by credit note ${number}`
  if (isOutside) return `${text} booked. ${PAY_BACK_BY_CHECK}`
  if (hasRefundFailed(status)) return `The refund of ${text} failed. Retry it from the payments.`
  return `${text} ${isRefundUnderWay(status) ? 'on its way back' : 'refunded'}`
}
