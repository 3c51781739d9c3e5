import { roleLabels } from '@hikmah/contract/permissions'
import { boot } from './boot.ts'
import { forgetHalfMadePayments, makeDemoPayments } from './demo/make-demo-payments.ts'
import type { House } from './house.ts'
import { findForbidden, isDiskFull } from './kit/errors/failures.ts'
import { assertStores, claimStorage } from './kit/files/storage.ts'
import { type Config, DEMO_OWNER, readConfig, serverUrl } from './kit/process/config.ts'
import { ConfigError } from './kit/process/config-error.ts'
import { assertWritable, closeToOthers } from './kit/process/data-directory.ts'
import { errorText } from './kit/process/log.ts'
import { describeRelease } from './kit/process/release.ts'
import { assertFree, drain, listen } from './listen.ts'
import { openDatabase } from './open-database.ts'
import { type Sandbox, startSandbox } from './outside/stripe/sandbox.ts'
import { liftHardStop } from './sign-in/lockout.ts'
import { bootstrapOwner, findPublishedSignIns } from './staff/bootstrap-owner.ts'
import { writeFirstBase } from './write-base.ts'

/** Requests not answered by then are cut off. */
const LONGEST_MS = 10_000
const OLDEST_NODE = 26

async function main() {
  // While nobody is served there is nothing to finish: what was begun ends with this process or starts again.
  let stop: () => unknown = () => process.exit(0)
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop())
  if (Number(process.versions.node.split('.')[0]) < OLDEST_NODE) {
    throw new ConfigError(`Node ${OLDEST_NODE} or newer is needed; npm start brings its own`)
  }
  process.umask(0o077)
  const config = readConfig(process.env)
  closeToOthers(config)
  assertWritable(config)
  await assertFree(config)
  await assertStores(config.storageUrl)
  const database = await openDatabase(config)
  // Started once our URL is known, since it sends its events there.
  const sandbox = Promise.withResolvers<Sandbox>()
  const sandboxBase = async () => (await sandbox.promise).base()
  const server = await boot(config, database, undefined, sandboxBase)
  await claimStorage(config.storageUrl, server.house.keys.fingerprint)
  const isNew = await bootstrapOwner(server.house)
  await liftHardStop(database.db, config.owner.email)
  await forgetHalfMadePayments(server.house)
  const port = await listen(server.app, config)
  void server.startJobs()
  void writeFirstBase(config).catch((err) => {
    if (!server.state.draining) server.app.log.error({ err }, 'no base of the archive could be taken')
  })
  const stopSandbox = openSandbox(config, port, sandbox.resolve, server.app.log)
  stop = async () => {
    // Ctrl+C at a terminal comes twice, since npm passes it on. The second hurries nobody: all ends within LONGEST_MS.
    if (server.state.draining) return
    process.stderr.write('\n  Hikmah Console is stopping; it finishes open requests first\n')
    setTimeout(() => process.exit(0), LONGEST_MS).unref()
    await drain(server.app, server.state, server.close)
    stopSandbox()
    await database.close()
    process.exit(0)
  }

  const url = config.port === 0 ? serverUrl(config.host, port) : config.publicUrl
  process.stderr.write(`\n  Hikmah Console ${describeRelease()} is ready on ${url}\n`)

  // The sandbox writes before the way to sign in, which is looked up last.
  if (config.sandbox) await sandboxBase().catch(() => undefined)
  await greet(server.house, isNew, url)
  if (config.sandbox && (await fillSandbox(server, sandboxBase))) await greet(server.house, isNew, url)
}

function openSandbox(
  { sandbox, dataDir, host }: Config,
  port: number,
  opened: (sandbox: Sandbox) => void,
  log: { error(fields: object, words: string): void },
): () => void {
  if (!sandbox) return () => undefined
  const started = startSandbox({
    ...sandbox,
    dataDir,
    webhookUrl: `${serverUrl(host, port)}/api/stripe/webhook`,
    onStart: (address) => process.stderr.write(`  Payments are simulated by the sandbox on ${address.origin}\n\n`),
    onEnd: (problem) => log.error({ problem }, 'the payment sandbox ended and is started again'),
  })
  opened(started)
  return started.stop
}

/** Takes some seconds at the first start, while the console already serves. */
async function fillSandbox(
  { app, house, state }: Awaited<ReturnType<typeof boot>>,
  base: () => Promise<URL>,
): Promise<boolean> {
  try {
    const isMade = await makeDemoPayments(house, await base())
    if (isMade) process.stderr.write('  The demo payments are made\n\n')
    return isMade
  } catch (err) {
    if (!state.draining) app.log.error({ err }, 'the demo payments could not be made; the next start tries again')
    return false
  }
}

/** A moment after the console is ready, since passwords take their time. */
async function greet(house: House, isNew: boolean, url: string) {
  const { owner, smtpUrl } = house.config
  // Everything else reports a database that fails now.
  const signIns = await findPublishedSignIns(house).catch(() => [])
  const [first, ...others] = signIns
  const lines: string[] = []
  if (first) lines.push(`Sign in as ${first.userName} with the password ${DEMO_OWNER.password}`)
  if (others.length > 0) {
    const names = others.map(({ userName, role }) => `${userName} (${roleLabels[role]})`)
    lines.push(`or as ${names.join(' or ')}, with the same password`)
  }
  if (!first && isNew) lines.push(`The first owner is ${owner.email}, with the password of OWNER_PASSWORD`)
  if (!smtpUrl) lines.push(`Codes and mails are in the local mailbox: ${url}/dev/mailbox`)
  process.stderr.write(`${lines.map((line) => `  ${line}\n`).join('')}\n`)
}

main().catch((error: unknown) => {
  const isPlain = error instanceof ConfigError
  const forbidden = findForbidden(error)
  const words = isDiskFull(error)
    ? 'The disk is full. Free some space and start again.'
    : forbidden && `DATA_DIR: this account may not use ${forbidden}. Give it the right, or choose another directory.`
  process.stderr.write(`${words ?? (isPlain ? error.message : errorText(error))}\n`)
  process.exit(1)
})
