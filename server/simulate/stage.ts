import { setTimeout as pause } from 'node:timers/promises'
import { type AnyEndpoint, apiUrl, type Data, type Input } from '@hikmah/contract/endpoint'
import { z } from 'zod'

const CALL_MS = 15_000
const RATE_LIMITED = 429

class CallFailed extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

export interface Sum {
  acts: number
  failures: number
  /** Calls that the server asked to come later. */
  heldBack: number
}

export interface Stage {
  readonly sum: Sum
  readonly isOver: boolean
  /** Waits so many seconds of the played time; undefined when it ended meanwhile. */
  wait(seconds: number): Promise<unknown>
  /** One act of somebody: says in a line what was done, or what went wrong. Undefined when it went wrong. */
  act<T>(who: string, what: string, work: () => Promise<T>): Promise<T | undefined>
  /** `form` is sent in place of a body, where a file is uploaded. */
  call<E extends AnyEndpoint>(
    endpoint: E,
    input: Input<E>,
    headers?: Record<string, string>,
    form?: FormData,
  ): Promise<Data<E>>
}

/** What everybody in the play shares: the server, the time and the sum. */
export function openStage(url: string, speed: number, signal: AbortSignal, say: (line: string) => void): Stage {
  const sum: Sum = { acts: 0, failures: 0, heldBack: 0 }
  const tell = (who: string, words: string) =>
    say(`${new Date().toISOString().slice(11, 19)}  ${who.padEnd(16)} ${words}`)

  return {
    sum,
    get isOver() {
      return signal.aborted
    },
    wait: (seconds) => pause((seconds * 1000) / speed, undefined, { signal }).catch(() => undefined),
    act: async (who, what, work) => {
      try {
        const done = await work()
        sum.acts += 1
        tell(who, what)
        return done
      } catch (error) {
        // A call that is cut short by the end of the play did not go wrong.
        if (signal.aborted) return undefined
        const isTooOften = error instanceof CallFailed && error.status === RATE_LIMITED
        sum[isTooOften ? 'heldBack' : 'failures'] += 1
        tell(who, `${isTooOften ? '… asked to wait:' : '✗ failed:'} ${what} (${reasonOf(error)})`)
        return undefined
      }
    },
    call: async (endpoint, input, headers = {}, form = undefined) => {
      const { body } = input as { body?: unknown }
      const response = await fetch(url + apiUrl(endpoint, input), {
        method: endpoint.method,
        headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
        ...(form ? { body: form } : body !== undefined && { body: JSON.stringify(body) }),
        signal: AbortSignal.any([signal, AbortSignal.timeout(CALL_MS)]),
      })
      const answer = (await response.json().catch(() => ({}))) as { message?: string; data?: unknown }
      if (!response.ok) throw new CallFailed(response.status, `${response.status} ${answer.message ?? ''}`.trim())
      // As the real applications do, it reads only what the contract promises.
      const parsed = ((endpoint.response ?? z.null()) as z.ZodType).safeParse(answer.data)
      if (!parsed.success) throw new Error(`the answer of ${endpoint.path} is not what the contract says`)
      return parsed.data as Data<typeof endpoint>
    },
  }
}

/** `fetch failed` alone would say nothing; why stands in the cause. */
const reasonOf = (error: unknown) =>
  error instanceof TypeError && error.cause instanceof Error
    ? `the server does not answer: ${(error.cause as { code?: string }).code ?? error.cause.message}`
    : error instanceof Error
      ? error.message
      : String(error)

export const chance = (part: number) => Math.random() < part
export const oneOf = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)]!
/** Around `seconds`, from half to one and a half times as long. */
export const about = (seconds: number) => seconds * (0.5 + Math.random())
