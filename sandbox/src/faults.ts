/** What is to go wrong with the next requests to the API. */
export type Fault = { status?: number; delayMs?: number; drop?: boolean; times: number }

export class Faults {
  #queue: Fault[] = []

  add(fault: Fault) {
    this.#queue.push(fault)
  }

  clear() {
    this.#queue = []
  }

  get count() {
    return this.#queue.length
  }

  /** The oldest that is not used up. */
  next(): Fault | undefined {
    const fault = this.#queue[0]
    if (!fault) return undefined
    fault.times -= 1
    if (fault.times <= 0) this.#queue.shift()
    return fault
  }
}
