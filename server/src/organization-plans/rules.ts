import { billedStatuses, type PlanDetails } from '@hikmah/contract/organization-plans/schemas'
import { conflict, unprocessable } from '../kit/errors/refusal.ts'

interface Standing {
  status: string
  cancelAt: Date | null
  cancelAtPeriodEnd: boolean
}

const isEnding = ({ cancelAt, cancelAtPeriodEnd }: Standing) => cancelAtPeriodEnd || cancelAt !== null

export function assertBilled({ status }: Standing) {
  if (!billedStatuses.includes(status)) throw conflict('This subscription is no longer billed and cannot be changed')
}

export function assertCancellable(standing: Standing) {
  assertBilled(standing)
  if (isEnding(standing)) throw conflict('This subscription is already cancelled')
}

export function assertResumable(standing: Standing) {
  assertBilled(standing)
  if (!isEnding(standing)) throw conflict('This subscription is not cancelled')
}

export function assertChoice(choices: PlanDetails['choices'], priceId: string) {
  const choice = choices.find((one) => one.priceId === priceId)
  if (!choice) throw unprocessable('priceId', 'This price belongs to another product')
  return choice
}

export function assertChanges(now: { priceId: string; quantity: number }, to: { priceId: string; quantity: number }) {
  if (now.priceId === to.priceId && now.quantity === to.quantity)
    throw unprocessable('priceId', 'Nothing would change. Choose another plan, cycle or quantity')
}
