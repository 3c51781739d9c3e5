import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { startWithPayments } from '../../../test/payments.ts'
import { systemActor } from '../../kit/auth/actor.ts'
import { type Operation, perform, resumeOperations, stripeOperations } from './operations.ts'

const { house, db, clock, provider, control } = await startWithPayments()
const actor = systemActor('Test')
/** Of the faults: what is read after the events of other customers has none of them. */
const CREATE = { only: 'POST /v1/customers' }

/** Stands for any call that must happen once: makes a customer, and keeps count of how often it was settled. */
function createOnce() {
  const settled: string[] = []
  let settle = async () => {}
  const operation: Operation<{ email: string }, { id: string }> = {
    kind: `create-customer-${crypto.randomUUID()}`,
    run: async (stripe, { email }, idempotencyKey) => {
      const { id } = await stripe.ask('work', (sdk) => sdk.customers.create({ email }, { idempotencyKey }))
      return { id }
    },
    settle: async (_tx, { email }) => {
      await settle()
      settled.push(email)
    },
  }
  const made = async (email: string) => (await provider.customers.list({ email })).data.length
  return { operation, settled, made, settleBy: (by: () => Promise<void>) => (settle = by) }
}
const stateOf = async (kind: string) =>
  (await db.select().from(stripeOperations).where(eq(stripeOperations.kind, kind)))[0]

test('twenty who ask for the same at the same time get it once', async () => {
  const { operation, settled, made } = createOnce()
  const email = 'twenty@masjid.example'
  const asked = Array.from({ length: 20 }, () => perform(house, actor, operation, 'target', { email }))
  const answers = (await Promise.allSettled(asked)).flatMap((one) => (one.status === 'fulfilled' ? one.value.id : []))
  expect(new Set(answers).size).toBe(1)
  expect(await made(email)).toBe(1)
  expect(settled).toEqual([email])
})

test('of two who ask for different things at the same time one is told to wait, however often it happens', async () => {
  for (let round = 0; round < 20; round += 1) {
    const { promise: refusal, resolve: refused } = Promise.withResolvers<void>()
    const begun: string[] = []
    const operation = (kind: string): Operation<{ what: string }, object> => ({
      kind: `${kind}-${round}`,
      run: async (_stripe, { what }) => {
        begun.push(what)
        // Under way until the other one was refused; if both have begun, nobody will be.
        if (begun.length > 1) refused()
        await refusal
        return {}
      },
      settle: async () => {},
    })
    // Of another kind in one round, with other parameters in the next.
    const kinds = round % 2 === 0 ? ['change', 'cancel'] : ['change', 'change']
    const asked = kinds.map((kind, i) =>
      perform(house, actor, operation(kind), `contested-${round}`, { what: `${kind} ${i}` }).catch((error) => {
        refused()
        throw error
      }),
    )
    const answers = await Promise.allSettled(asked)
    expect(begun).toHaveLength(1)
    const reasons = answers.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
    expect(reasons).toMatchObject([{ status: 409, message: expect.stringMatching(/under way/) }])
  }
})

test('what the provider did before we could write it down is settled later, and not done again', async () => {
  const { operation, settled, made, settleBy } = createOnce()
  const email = 'killed@masjid.example'
  settleBy(async () => {
    throw new Error('killed here')
  })
  await expect(perform(house, actor, operation, 'target', { email })).rejects.toThrow('killed here')
  expect(await made(email)).toBe(1)
  expect((await stateOf(operation.kind))?.state).toBe('pending')

  settleBy(async () => {})
  await resumeOperations(house, [operation])
  expect(settled, 'it is left alone while whoever asked may still be at it').toEqual([])
  clock.advance(61)
  await resumeOperations(house, [operation])
  expect(settled).toEqual([email])
  expect(await made(email)).toBe(1)
  expect((await stateOf(operation.kind))?.state).toBe('done')
})

test('a lost answer leaves it unknown, and says so; it is done once', async () => {
  const { operation, settled, made } = createOnce()
  const email = 'lost@masjid.example'
  await control('faults', { ...CREATE, drop: true, times: 6 })
  await expect(perform(house, actor, operation, 'target', { email })).rejects.toMatchObject({
    status: 502,
    code: 'UPSTREAM',
  })
  await control('faults', { clear: true })
  expect((await stateOf(operation.kind))?.state).toBe('unknown')
  clock.advance(61)
  await resumeOperations(house, [operation])
  expect(settled).toEqual([email])
  expect(await made(email)).toBe(1)
})

test('what the provider refuses is refused for good, and may be asked for anew', async () => {
  const { operation, settled } = createOnce()
  await control('faults', { ...CREATE, status: 400, times: 1 })
  await expect(perform(house, actor, operation, 'target', { email: 'a@masjid.example' })).rejects.toMatchObject({
    status: 422,
  })
  expect((await stateOf(operation.kind))?.state).toBe('refused')
  await perform(house, actor, operation, 'target', { email: 'a@masjid.example' })
  expect(settled).toEqual(['a@masjid.example'])
})

test('it is tried again however long the outage lasts, ever more rarely, and done when the provider is back', async () => {
  const { operation, settled, made } = createOnce()
  const email = 'outage@masjid.example'
  await control('faults', { ...CREATE, status: 401, times: 10_000 })
  await expect(perform(house, actor, operation, 'outage', { email })).rejects.toMatchObject({ status: 503 })
  const triesAfter = async (seconds: number) => {
    clock.advance(seconds)
    await resumeOperations(house, [operation])
    return (await stateOf(operation.kind))?.tries
  }
  expect(await triesAfter(61)).toBe(2)
  expect(await triesAfter(61)).toBe(2)
  expect(await triesAfter(61)).toBe(3)
  // As after some days of it.
  await db.update(stripeOperations).set({ tries: 250 }).where(eq(stripeOperations.kind, operation.kind))
  expect(await triesAfter(1800)).toBe(250)
  expect(await triesAfter(1801)).toBe(251)
  expect((await stateOf(operation.kind))?.state).toBe('unknown')

  await control('faults', { clear: true })
  await triesAfter(3601)
  expect((await stateOf(operation.kind))?.state).toBe('done')
  expect(settled).toEqual([email])
  expect(await made(email)).toBe(1)
})
