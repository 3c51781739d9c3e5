import { cpSync, rmSync } from 'node:fs'
import type { ErrorCode } from '@hikmah/contract/common'
import { apiUrl, type CallParts, type Data, type Input, type InputParts } from '@hikmah/contract/endpoint'
import { signIn } from '@hikmah/contract/sign-in/endpoints'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { createDatabase, temporaryFolder } from '../server/test/cluster.ts'
import { BUILT, startProcess } from '../server/test/process.ts'
import { openSandbox } from '../server/test/sandbox.ts'
import { sharedCluster } from './shared-cluster.ts'

export interface Answer<E> {
  status: number
  data: Data<E>
  message?: string
  /** Of a refusal. */
  code?: ErrorCode
}

export interface ReceivedMail extends Email {
  recipients: string[]
}

/** A real mail server on loopback that keeps what it receives. */
async function startMailServer() {
  const received: ReceivedMail[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', async () => {
        const mail = await PostalMime.parse(Buffer.concat(chunks))
        received.push({ ...mail, recipients: session.envelope.rcptTo.map((to) => to.address) })
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as { port: number }

  /** The newest mail to an address whose subject fits; waits for it. */
  async function mailTo(address: string, subject: RegExp, after = 0): Promise<ReceivedMail> {
    const until = Date.now() + 15_000
    while (Date.now() < until) {
      const fitting = received
        .slice(after)
        .filter((mail) => mail.recipients.includes(address) && subject.test(mail.subject ?? ''))
      const newest = fitting.at(-1)
      if (newest) return newest
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    throw new Error(`no mail to ${address} about ${subject}`)
  }

  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    mailTo,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

/** Code that sets the clock of a process ahead before anything of it runs. */
const clockAhead = (ms: number) => `globalThis.Date = new Proxy(Date, {
  construct: (real, args, as) => Reflect.construct(real, args.length > 0 ? args : [real.now() + ${ms}], as),
  get: (real, key) => (key === 'now' ? () => real.now() + ${ms} : Reflect.get(real, key)),
})`

export const OWNER = { userName: 'owner@hikmah.example', password: 'Bismillah-2026' }

/** The product as `npm start` runs it, with a database, demo data and a mail server of its own. */
/** With the demo data, unless it is to be as new as after the very first start. */
export async function startPlatform(env: Record<string, string> = {}, { isNew = false } = {}) {
  const mail = await startMailServer()
  const { serverUrl, template, uploads, secretKey } = sharedCluster()
  const database = await createDatabase(serverUrl, isNew ? undefined : template)
  const dataDir = temporaryFolder('hikmah-e2e-')
  cpSync(uploads, dataDir, { recursive: true })
  const settings = {
    NODE_ENV: 'test',
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    SECRET_KEY: secretKey,
    SMTP_URL: mail.url,
    AUTH_IP_PER_MIN: '10000',
    AUTH_CODES_PER_HOUR: '10000',
    AUTH_RESEND_WAIT_S: '0',
    INTAKE_PER_10_MIN: '10000',
    TRUSTED_PROXIES: 'loopback',
    LOG_LEVEL: 'warn',
    STRIPE_SANDBOX: 'true',
    ...env,
  }
  let server = await startProcess(settings, BUILT)
  const { url } = server
  let aheadMs = 0
  const startAgain = () =>
    startProcess(
      {
        ...settings,
        PORT: new URL(url).port,
        ...(aheadMs > 0 && {
          NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(clockAhead(aheadMs))}`,
        }),
      },
      BUILT,
    )

  /** Calls an endpoint as the console does; a refusal is an answer too. */
  async function call<E extends CallParts>(endpoint: E, input: Input<E>, token?: string): Promise<Answer<E>> {
    const { body } = input as InputParts
    const answer = await fetch(url + apiUrl(endpoint, input), {
      method: endpoint.method,
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...(token && { token }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return { status: answer.status, ...((await answer.json()) as Omit<Answer<E>, 'status'>) }
  }

  return {
    url,
    mail,
    databaseUrl: database.url,
    call,
    /** What the server wrote to its log so far. */
    said: () => server.said(),
    /** Signs in over HTTP with the code from the email, for tests that are about something else. */
    signIn: async ({ userName, password } = OWNER) => {
      const after = mail.received.length
      const first = await call(signIn.authenticateWithPassword, { body: { userName, password, checked: false } })
      const code = codeIn(await mail.mailTo(userName, /sign-in code/, after))
      const { data } = await call(signIn.authenticate, { body: { userName, password: first.data.token, code } })
      return data
    },
    /** The payment sandbox of this platform; waits while it starts. */
    sandbox: async () => {
      for (;;) {
        const [, address] = /sandbox on (http\S+)/.exec(server.said()) ?? []
        if (address) return openSandbox(new URL(address))
        await new Promise((again) => setTimeout(again, 50))
      }
    },
    /** The server is gone while this runs, and back at the same address after it. */
    outage: async (meanwhile: () => Promise<unknown>) => {
      await server.stop()
      try {
        await meanwhile()
      } finally {
        server = await startAgain()
      }
    },
    /** The server goes on at the same address so much later, for every test of this platform that follows. */
    moveClock: async (seconds: number) => {
      aheadMs += seconds * 1000
      await server.stop()
      server = await startAgain()
    },
    /** By the clock of the server. */
    now: () => Date.now() + aheadMs,
    stop: async () => {
      await server.stop()
      await mail.stop()
      await database.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

export type SignedIn = Data<typeof signIn.authenticate>
export type Platform = Awaited<ReturnType<typeof startPlatform>>

export const codeIn = (mail: ReceivedMail): string => /^\s*(\d{6})\s*$/m.exec(mail.text ?? '')?.[1] ?? 'no code'
export const linkIn = (mail: ReceivedMail): string => /^(http\S+)$/m.exec(mail.text ?? '')?.[1] ?? 'no link'
