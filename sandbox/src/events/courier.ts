import { createHmac } from 'node:crypto'
import { type Delivery, withAddress } from '../records.ts'
import type { Sandbox } from '../sandbox.ts'
import { receiver } from './emit.ts'

const AT_ONCE = 4
const TIMEOUT_MS = 10_000
const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 60_000
/** The provider gives up after three days. */
const GIVES_UP_AFTER_MS = 3 * 86_400_000

/** Carries events to who asked for them, a few at a time, until each was taken. */
export class Courier {
  readonly #sandbox: Sandbox
  readonly #underway = new Set<string>()
  /** Who did not take the last one is left alone for a while, and then asked with one event, not with all of them. */
  readonly #resting = new Map<string, { failures: number; until: number }>()
  #alarm: NodeJS.Timeout | undefined
  #isStopped = false

  constructor(sandbox: Sandbox) {
    this.#sandbox = sandbox
  }

  wake() {
    clearTimeout(this.#alarm)
    let next = Number.POSITIVE_INFINITY
    for (const delivery of this.#isStopped ? [] : this.#sandbox.store.all('delivery')) {
      if (this.#underway.size >= AT_ONCE) return
      if (this.#underway.has(delivery.id)) continue
      const rest = this.#resting.get(delivery.endpoint)
      const due = Math.max(delivery.due, rest?.until ?? 0)
      if (due > Date.now()) next = Math.min(next, due)
      else {
        if (rest) rest.until = Date.now() + TIMEOUT_MS
        void this.#carry(delivery)
      }
    }
    if (next < Number.POSITIVE_INFINITY) {
      this.#alarm = setTimeout(() => this.wake(), Math.max(0, next - Date.now()))
      this.#alarm.unref()
    }
  }

  stop() {
    this.#isStopped = true
    clearTimeout(this.#alarm)
  }

  async #carry(delivery: Delivery) {
    this.#underway.add(delivery.id)
    const isTaken = await this.#send(delivery)
    this.#underway.delete(delivery.id)
    if (this.#isStopped) return
    const failures = (this.#resting.get(delivery.endpoint)?.failures ?? 0) + 1
    if (isTaken) this.#resting.delete(delivery.endpoint)
    else this.#resting.set(delivery.endpoint, { failures, until: Date.now() + waitAfter(failures) })
    this.#sandbox.store.transaction(() => this.#note(delivery, isTaken))
    this.wake()
  }

  async #send({ event: id, endpoint }: Delivery) {
    const to = receiver(this.#sandbox, endpoint)
    const event = this.#sandbox.store.find('event', id)
    // Nobody is there any more to take it.
    if (!to || !event) return true
    const body = withAddress(JSON.stringify(event, null, 2), this.#sandbox.address)
    try {
      const response = await fetch(to.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature(body, to.secret) },
        body,
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      await response.body?.cancel()
      return response.ok
    } catch {
      return false
    }
  }

  #note(delivery: Delivery, isTaken: boolean) {
    const { store } = this.#sandbox
    const event = store.find('event', delivery.event)
    const attempts = delivery.attempts + 1
    const isTooLate = Date.now() - delivery.begun > GIVES_UP_AFTER_MS
    if (!isTaken && !isTooLate) store.save({ ...delivery, attempts, due: Date.now() + waitAfter(attempts) })
    else store.remove(delivery)
    if (isTaken && event) store.save({ ...event, pending_webhooks: Math.max(0, event.pending_webhooks - 1) })
  }
}

const waitAfter = (failures: number) => Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (failures - 1))

/** Always of the real time: receivers refuse what is old. */
function signature(body: string, secret: string) {
  const time = Math.floor(Date.now() / 1000)
  return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`
}
