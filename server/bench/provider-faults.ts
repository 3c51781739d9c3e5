import { setTimeout as sleep } from 'node:timers/promises'
import type { RunningProcess } from '../test/process.ts'
import { openSandbox } from '../test/sandbox.ts'
import type { Prepared } from './databases.ts'
import { jobs } from './jobs.ts'
import { type Figures, measure } from './measure.ts'
import { idOf } from './seed-parts.ts'

const CALLERS = 20
/** Who was answered asks again a second later. */
const REST_MS = 1000
const IN_FLIGHT = 5
const PAGES = jobs.filter(({ name }) => ['newest 10 + total', 'orders, newest 10 + total'].includes(name))
/** A hanging one is waited for ten seconds, and then nobody asks it for thirty. */
const FAULTS: [string, object][] = [
  ['answers after 2 s', { delayMs: 2000 }],
  ['hangs', { delayMs: 600_000 }],
  ['answers 500', { status: 500 }],
]

type Print = (label: string, figures: Figures, more?: string) => void

/** How others fare while so many wait for the payment provider, against how they fare while nobody does. */
export async function benchProviderFaults({ rows, token }: Prepared, ours: RunningProcess, print: Print) {
  const { control } = openSandbox(await sandboxOf(ours))
  // What would go back of an order is the provider's to say, each time. It does not know this order, and says so.
  const ask = async () =>
    (await fetch(`${ours.url}/api/hikmah/orders/${idOf(6, 0)}/cancel`, { headers: { token } })).status
  const pages = async () => {
    const figures: Figures[] = []
    for (const { path } of PAGES) figures.push(await measure(ours.url + path(rows), token, IN_FLIGHT))
    return figures
  }
  for (const [words, fault] of FAULTS) {
    while ((await ask()) >= 500) await sleep(REST_MS)
    const before = await pages()
    await control('faults', { ...fault, times: 1_000_000 })
    const callers = startCallers(ask)
    const meanwhile = await pages()
    await control('faults', { clear: true })
    const answers = await callers.stop()
    const after = await pages()
    for (const [i, { name }] of PAGES.entries()) {
      print(`${name}, ${IN_FLIGHT}, before`, before[i]!)
      print(`${name}, ${IN_FLIGHT}, after`, after[i]!)
      const { p95, failures } = meanwhile[i]!
      const ratio = p95 / ((before[i]!.p95 + after[i]!.p95) / 2)
      const failed = failures ? `   ${failures} failed` : ''
      print(`  while the provider ${words}`, meanwhile[i]!, `   ${ratio.toFixed(2)} of its p95${failed}`)
    }
    console.log(`    ${CALLERS} asked for it meanwhile; answered: ${answers}`)
  }
}

function startCallers(ask: () => Promise<number>) {
  let isOver = false
  const answers = new Map<number, number>()
  const caller = async () => {
    while (!isOver) {
      const status = await ask()
      if (isOver) return
      answers.set(status, (answers.get(status) ?? 0) + 1)
      await sleep(REST_MS)
    }
  }
  const all = Array.from({ length: CALLERS }, caller)
  return {
    stop: async () => {
      isOver = true
      await Promise.all(all)
      return [...answers].map(([status, count]) => `${count} × ${status}`).join(', ') || 'nobody'
    },
  }
}

async function sandboxOf({ said }: RunningProcess): Promise<URL> {
  for (;;) {
    const [, address] = /simulated by the sandbox on (http\S+)/.exec(said()) ?? []
    if (address) return new URL(address)
    await sleep(100)
  }
}
