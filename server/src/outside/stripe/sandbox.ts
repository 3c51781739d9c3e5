import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { projectRoot } from '../../kit/process/project-root.ts'
import { unreachable } from './requests.ts'

export interface Sandbox {
  base(): Promise<URL>
  stop(): void
}

interface Options {
  dataDir: string
  port: number | undefined
  webhookSecret: string
  webhookUrl: string
  onStart(address: URL): void
  onEnd(problem: string): void
}

const START_AGAIN_MS = 2000
const LONGEST_MS = 5000

const tooLate = () => new Promise<never>((_, late) => setTimeout(() => late(unreachable()), LONGEST_MS).unref())

/** Runs the payment sandbox (sandbox/README.md) as a process that ends when its standard input closes. */
export function startSandbox({ dataDir, port, webhookSecret, webhookUrl, onStart, onEnd }: Options): Sandbox {
  let isStopped = false
  let child: ChildProcess
  let address = Promise.withResolvers<URL>()

  const start = () => {
    const script = join(projectRoot, 'sandbox/src/main.ts')
    child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script], {
      stdio: ['pipe', 'pipe', 'inherit'],
      // Ctrl+C at a terminal must not reach it: requests under way may need it.
      detached: true,
      windowsHide: true,
      env: {
        PATH: process.env.PATH,
        DATA_DIR: dataDir,
        STRIPE_WEBHOOK_SECRET: webhookSecret,
        SANDBOX_WEBHOOK_URL: webhookUrl,
        ...(port !== undefined && { SANDBOX_PORT: String(port) }),
      },
    })
    createInterface({ input: child.stdout! }).on('line', (line) => {
      const { listening } = JSON.parse(line) as { listening?: string }
      if (!listening) return
      address.resolve(new URL(listening))
      onStart(new URL(listening))
    })
    child.on('error', (error) => onEnd(error.message))
    child.on('exit', (code) => {
      if (isStopped) return
      onEnd(`it ended with ${code}`)
      address = Promise.withResolvers()
      setTimeout(start, START_AGAIN_MS).unref()
    })
  }
  start()
  return {
    base: () => Promise.race([address.promise, tooLate()]),
    stop: () => {
      isStopped = true
      child.stdin?.end()
    },
  }
}
