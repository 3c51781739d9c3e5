import { dueBy } from '../billing/due.ts'
import type { Sandbox } from '../sandbox.ts'

/** Moves the clock and does what falls due on the way, each thing at its own time. */
export function advance(sandbox: Sandbox, seconds: number) {
  const until = sandbox.clock.now() + seconds
  const done = catchUp(sandbox, until)
  sandbox.clock.move(seconds)
  return { now: until, done }
}

/** Nothing is due twice: what was done has moved on or is over. */
export function catchUp(sandbox: Sandbox, until = sandbox.clock.now()) {
  let done = 0
  for (let due = dueBy(sandbox, until); due; due = dueBy(sandbox, until)) {
    const { at, run } = due
    sandbox.clock.at(at, run)
    done += 1
  }
  return done
}
