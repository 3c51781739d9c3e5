import type { Store } from './store.ts'

/** Real time and a kept offset, in seconds. While it is being advanced it stands at what is due. */
export class Clock {
  readonly #store: Store
  #standing: number | undefined

  constructor(store: Store) {
    this.#store = store
  }

  now() {
    return this.#standing ?? Math.floor(Date.now() / 1000) + this.#offset
  }

  /** Does the work as if it were that time. */
  at<T>(time: number, work: () => T): T {
    const before = this.#standing
    this.#standing = time
    try {
      return work()
    } finally {
      this.#standing = before
    }
  }

  move(seconds: number) {
    this.#store.save({ id: 'clock', object: 'clock', offset: this.#offset + seconds })
  }

  get #offset() {
    return this.#store.find('clock', 'clock')?.offset ?? 0
  }
}
