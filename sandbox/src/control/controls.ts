import type { FastifyInstance } from 'fastify'
import { invalid } from '../errors.ts'
import type { Faults } from '../faults.ts'
import { flag, integer, needed, readShape, type Shape, type Taken, text } from '../params.ts'
import type { Sandbox } from '../sandbox.ts'
import { advance } from './advance.ts'
import { DISPUTE, dispute } from './disputes.ts'
import { ARRIVAL, endPayment, PAYMENT, paySession } from './pay-session.ts'
import { replay } from './replay.ts'
import { STANDING, setStanding } from './standing.ts'

const FAULT = {
  clear: flag,
  only: text,
  delayMs: integer,
  holdMs: integer,
  drop: flag,
  status: integer,
  times: integer,
}

/** What a test or a person may do to the sandbox that no caller of the provider can. */
export function controls(server: FastifyInstance, sandbox: Sandbox, faults: Faults, wake: () => void) {
  const control = <S extends Shape>(path: string, takes: S, run: (params: Taken<S>, id: string) => object) =>
    server.post(`/__sandbox/${path}`, (request) => {
      const params = readShape(takes, asForm(request.body))
      const { id = '' } = request.params as { id?: string }
      const result = sandbox.store.transaction(() => run(params, id))
      wake()
      return result
    })

  control('clock', { advanceS: needed(integer), quiet: flag }, ({ advanceS, quiet }) => {
    if (advanceS < 0 && sandbox.store.all('event').length > 0) {
      throw invalid('The clock goes back only while nothing has happened in the sandbox.', 'advanceS')
    }
    sandbox.isQuiet = quiet ?? false
    try {
      return advance(sandbox, advanceS)
    } finally {
      sandbox.isQuiet = false
    }
  })
  control('checkout/:id/pay', PAYMENT, (params, id) => paySession(sandbox, id, params))
  control('checkout/:id/arrive', ARRIVAL, (params, id) => endPayment(sandbox, id, params))
  control('charges/:id/dispute', DISPUTE, (params, id) => dispute(sandbox, id, params))
  control('accounts/:id', STANDING, (params, id) => setStanding(sandbox, id, params))
  control('events/replay', { duplicate: flag, reverse: flag }, (params) => replay(sandbox, params))
  control('faults', FAULT, ({ clear, only, status, delayMs, holdMs, drop, times }) => {
    if (clear) faults.clear()
    if (status || delayMs || holdMs || drop) {
      faults.add({
        only: only ?? '',
        status: status ?? undefined,
        delayMs: delayMs ?? undefined,
        holdMs: holdMs ?? undefined,
        drop: drop ?? false,
        times: times ?? 1,
      })
    }
    return { faults: faults.count }
  })
}

/** Controls are sent as JSON; what reads forms expects text. */
const asForm = (body: unknown): Record<string, unknown> =>
  Object.fromEntries(Object.entries((body ?? {}) as object).map(([key, value]) => [key, asText(value)]))

function asText(value: unknown): unknown {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (Array.isArray(value)) return value.map(asText)
  return value !== null && typeof value === 'object' ? asForm(value) : (value ?? '')
}
