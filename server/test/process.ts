import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

export const MAIN = join(import.meta.dirname, '../src/main.ts')
/** What `npm start` runs, which starts in a third of the time; `scripts/prepare.mjs` builds it. */
export const BUILT = join(import.meta.dirname, '../dist/main.js')
/** What tests start: in a whole run, which has just built it, what `npm start` runs; else the source, which is never old. */
export const TESTED = process.env.TEST_BUILT ? BUILT : MAIN
/** What Node compiled is kept for the next of many starts. */
export const COMPILED = join(import.meta.dirname, '../../.cache/compiled')

export interface RunningProcess {
  url: string
  /** What it said so far, its log too. */
  said(): string
  kill(signal: NodeJS.Signals): void
  /** Resolves with the exit code, null when a signal ended it. */
  ended: Promise<number | null>
  stop(): Promise<number | null>
}

/** Runs a server as a process of its own and resolves when it says `ready on http://…`. */
export async function startProcess(
  env: Record<string, string>,
  file = TESTED,
  account: { uid?: number; gid?: number } = {},
): Promise<RunningProcess> {
  const { child, said, ended } = launch(env, file, account)
  const url = await new Promise<string>((resolve, reject) => {
    child.stderr?.on('data', () => {
      const ready = /ready on (http\S+)/.exec(said())
      if (ready?.[1]) resolve(ready[1])
    })
    ended.then((code) => reject(new Error(`stopped with ${code}: ${said()}`)))
  })
  const kill = (signal: NodeJS.Signals) => void child.kill(signal)
  return {
    url,
    said,
    kill,
    ended,
    stop: () => {
      kill('SIGTERM')
      return ended
    },
  }
}

/** Runs a server that is expected to end by itself. */
export async function runToEnd(
  env: Record<string, string>,
  account: { uid?: number; gid?: number } = {},
): Promise<{ code: number | null; said: string }> {
  const { said, ended } = launch(env, TESTED, account)
  return { code: await ended, said: said() }
}

/** Begins a command of `server/backup` as npm does. */
export function startCommand(command: string, args: string[], env: Record<string, string>) {
  const file = process.env.TEST_BUILT ? `dist/${command}.js` : `${command}.ts`
  return spawn('node', [join(import.meta.dirname, '../backup', file), ...args], {
    env: { ...process.env, DATABASE_URL: '', SECRET_KEY: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** Runs one to its end. `said` is what it tells a person, `printed` what it hands on. */
export async function runCommand(command: string, args: string[], env: Record<string, string>) {
  const child = startCommand(command, args, env)
  const ended = once(child, 'close')
  const [printed, said] = await Promise.all([text(child.stdout), text(child.stderr)])
  const [code] = await ended
  return { code, said, printed: printed.trim() }
}

/** Runs a server that is killed at once, as by a power cut, when it says this or after so many milliseconds. */
export async function killAt(env: Record<string, string>, moment: RegExp | number): Promise<void> {
  const { child, said, ended } = launch(env, TESTED)
  if (typeof moment === 'number') setTimeout(() => child.kill('SIGKILL'), moment)
  else child.stderr?.on('data', () => moment.test(said()) && child.kill('SIGKILL'))
  await ended
}

function launch(env: Record<string, string>, file: string, account = {}) {
  const child: ChildProcess = spawn('node', [file], {
    env: {
      ...process.env,
      NODE_ENV: 'development',
      NODE_COMPILE_CACHE: COMPILED,
      DATABASE_URL: '',
      DEMO_DATA: 'false',
      PORT: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...account,
  })
  let text = ''
  for (const out of [child.stdout, child.stderr]) {
    out?.on('data', (chunk: Buffer) => {
      text += chunk.toString()
    })
  }
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  return { child, said: () => text, ended }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    // One that ended and was not waited for yet is a zombie.
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}
