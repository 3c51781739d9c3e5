import { registryKindNames } from '@hikmah/contract/irs-registry/words'
import type { Progress } from './journal.ts'

const WIDTH = 24
const count = (number: number) => number.toLocaleString('en-US')
const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(Math.round(seconds) % 60).padStart(2, '0')}`

/** How far an import is: a bar that moves on a terminal, elsewhere a line every ten seconds. */
export function createProgressLine() {
  const out = process.stderr
  const began = Date.now()
  let saidAt = began
  let isOpen = false
  const say = (line: string) => {
    if (out.isTTY) {
      out.write(`\r\x1b[2K  ${line}`)
      isOpen = true
      return
    }
    if (Date.now() - saidAt < 10_000) return
    saidAt = Date.now()
    out.write(`  ${line}\n`)
  }
  return {
    show: ({ kind, bytes, totalBytes, rows, isFinishing }: Progress) => {
      if (!kind) return
      const name = registryKindNames[kind]
      const seconds = Math.max(1, (Date.now() - began) / 1000)
      if (isFinishing) return say(`${name}: ${count(rows)} rows are read; making the indexes, ${clock(seconds)}`)
      const part = totalBytes > 0 ? Math.min(1, bytes / totalBytes) : 0
      const filled = Math.round(WIDTH * part)
      const bar = `${'█'.repeat(filled)}${'░'.repeat(WIDTH - filled)}`
      const left = part > 0.005 ? `, ${clock((seconds / part) * (1 - part))} left` : ''
      say(
        `${bar} ${Math.floor(100 * part)}%  ${name}: ${count(rows)} rows, ${count(Math.round(rows / seconds))} a second${left}`,
      )
    },
    close: () => {
      if (isOpen) out.write('\n')
    },
  }
}
