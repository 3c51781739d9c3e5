import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ErrorBody } from '@hikmah/contract/common'
import { type AnyEndpoint, apiUrl, type Data, type Input, type Meta } from '@hikmah/contract/endpoint'
import { and, desc, eq } from 'drizzle-orm'
import { afterAll, inject, onTestFinished, TestRunner } from 'vitest'
import { boot } from '../src/boot.ts'
import { auditEntries } from '../src/kit/audit/audit.ts'
import { openPostgres } from '../src/kit/db/db.ts'
import { mailTable } from '../src/kit/mail/post.ts'
import type { Clock } from '../src/kit/process/clock.ts'
import { readConfig } from '../src/kit/process/config.ts'
import { createDatabase } from './cluster.ts'
import { createGiven } from './given.ts'

interface TestClock extends Clock {
  advance(seconds: number): void
  /** From now on only `advance` moves it, for a test of an exact moment. Returns what starts it again. */
  stop(): () => void
}

/** The system's time, moved forward as a test says. */
function testClock(): TestClock {
  let ahead = 0
  let stoppedAt: number | undefined
  return {
    now: () => new Date((stoppedAt ?? Date.now()) + ahead),
    advance: (seconds) => {
      ahead += seconds * 1000
    },
    stop: () => {
      stoppedAt = Date.now()
      return () => {
        stoppedAt = undefined
      }
    },
  }
}

/** What one test starts for itself ends with it, the last first; what a file starts, after its tests. */
export const atTheEnd = (end: () => unknown) =>
  (TestRunner.getCurrentTest() ? onTestFinished : afterAll)(async () => void (await end()))

interface Reply<E> {
  status: number
  headers: Record<string, string | string[] | number | undefined>
  /** Of a 200. */
  data: Data<E>
  meta: Meta<E>
  message: string
  /** Of a refusal. */
  error: ErrorBody & { current?: unknown }
  text: string
}

interface CallOptions {
  headers?: Record<string, string>
}

/**
 * The real server on a real database of its own, called without a socket. Makes rows by `given`, calls endpoints by
 * `call` (nobody), `as(role)` or `with_(token)`.
 */
export async function startServer(
  env: Record<string, string> = {},
  on = { serverUrl: inject('serverUrl'), template: inject('template') },
) {
  const { url, drop } = await createDatabase(on.serverUrl, on.template)
  const database = openPostgres(url)
  const dataDir = mkdtempSync(join(tmpdir(), 'hikmah-test-'))
  const clock = testClock()
  const config = readConfig({
    NODE_ENV: 'test',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    DEMO_DATA: 'false',
    PUBLIC_URL: 'http://127.0.0.1:4000',
    ...env,
  })
  const server = await boot(config, database, clock)
  await server.app.ready()
  const { house, app } = server
  const given = createGiven(house)

  const callWith =
    (token: string | undefined, defaults: CallOptions = {}) =>
    async <E extends AnyEndpoint>(
      endpoint: E,
      input: Input<E> | Record<string, unknown>,
      options: CallOptions = {},
    ) => {
      const { body } = input as { body?: object }
      const response = await app.inject({
        method: endpoint.method,
        url: apiUrl(endpoint, input),
        headers: { ...(token && { token }), ...defaults.headers, ...options.headers },
        ...(body !== undefined && { payload: body }),
      })
      const json = /json/.test(String(response.headers['content-type'])) ? response.json() : {}
      return {
        status: response.statusCode,
        headers: response.headers,
        data: json.data,
        meta: json.meta,
        message: json.message,
        error: json,
        text: response.body,
      } as Reply<E>
    }

  atTheEnd(async () => {
    await server.close()
    await database.close()
    await drop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  return {
    ...server,
    house,
    /** Of its database. */
    url,
    db: house.db,
    clock,
    given,
    /** Without a token. */
    call: callWith(undefined),
    callWith,
    /** As a fresh staff member of that role. */
    as: async (role: 'owner' | 'admin' | 'manager') => callWith((await given.staff(role)).token),
    /** The actions recorded about an entity, oldest first. */
    audited: async (entityId: string) =>
      (
        await house.db.select().from(auditEntries).where(eq(auditEntries.entityId, entityId)).orderBy(auditEntries.seq)
      ).map((entry) => entry.action),
    /** What was mailed to an address, newest first. */
    mailsTo: (recipient: string, kind?: string) =>
      house.db
        .select()
        .from(mailTable)
        .where(and(eq(mailTable.recipient, recipient), kind ? eq(mailTable.kind, kind) : undefined))
        .orderBy(desc(mailTable.createdAt), desc(mailTable.id)),
  }
}
