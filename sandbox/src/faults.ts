import { setTimeout as sleep } from 'node:timers/promises'

/** What is to go wrong with the next requests to the API. */
export type Fault = {
  /** What the request begins with, as `POST /v1/credit_notes`; any request where it is empty. */
  only: string
  status?: number
  /** Before anything is done. */
  delayMs?: number
  /** After all is done, before it is said. */
  holdMs?: number
  drop?: boolean
  times: number
}

export class Faults {
  #queue: Fault[] = []
  #cleared = Promise.withResolvers<void>()

  add(fault: Fault) {
    this.#queue.push(fault)
  }

  /** Whoever is kept waiting goes on, too. */
  clear() {
    this.#queue = []
    this.#cleared.resolve()
    this.#cleared = Promise.withResolvers()
  }

  get count() {
    return this.#queue.length
  }

  /** The oldest that is not used up, of those meant for such a request. */
  next(request: string): Fault | undefined {
    const fault = this.#queue.find(({ only }) => request.startsWith(only))
    if (!fault) return undefined
    fault.times -= 1
    if (fault.times <= 0) this.#queue = this.#queue.filter((one) => one !== fault)
    return fault
  }

  wait = (ms: number) => Promise.race([sleep(ms), this.#cleared.promise])
}
