import { spawn } from 'node:child_process'

/** Runs a command to its end and keeps what it said: of several at once, each is told in one piece. */
export const run = (command: string, args: string[]) =>
  new Promise<{ code: number | null; said: string }>((resolve) => {
    const child = spawn(command, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, FORCE_COLOR: '0' },
    })
    let said = ''
    for (const output of [child.stdout, child.stderr]) {
      output.setEncoding('utf8').on('data', (text: string) => {
        said += text
      })
    }
    child.once('error', ({ message }) => resolve({ code: null, said: message }))
    child.once('close', (code) => resolve({ code, said }))
  })
