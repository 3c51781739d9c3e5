import { firstStart } from '@hikmah/contract/first-start'
import { expect, test } from 'vitest'
import { catalogueOn } from '../../test/catalogue.ts'
import { putRegistry } from '../../test/registry.ts'
import { startSignIn } from '../../test/sign-in.ts'
import { mailTable } from '../kit/mail/post.ts'

test('each step is found done by the system, once it is', async () => {
  const server = await startSignIn({ SMTP_URL: 'smtp://127.0.0.1:1' })
  const { given, callWith, house, db, signedIn } = server
  const owner = await given.staff('owner')
  const readSetup = async (token = owner.token) => (await callWith(token)(firstStart.readSetup, {})).data
  expect(await readSetup()).toEqual({ done: [], hasMailServer: true })

  const { data } = await signedIn(owner.userName)
  expect((await readSetup(data.token)).done).toEqual(['sign-in'])
  await db.update(mailTable).set({ status: 'sent' })
  expect((await readSetup()).done).toEqual(['sign-in', 'mail'])
  await putRegistry(house, {})
  expect((await readSetup()).done).toEqual(['sign-in', 'mail', 'registry'])
  const catalogue = await catalogueOn(server)
  await catalogue.addApplication()
  expect((await readSetup()).done).toEqual(['sign-in', 'mail', 'registry', 'application', 'colleague'])
  await given.invite()
  expect((await readSetup()).done).toEqual(['sign-in', 'mail', 'registry', 'application', 'colleague', 'invite'])
})

test('payments are connected by a key of the provider, and letters of the local mailbox did not go out', async () => {
  const { given, callWith, db } = await startSignIn({
    STRIPE_SECRET_KEY: 'sk_test_x',
    STRIPE_WEBHOOK_SECRET: 'whsec_x',
  })
  const owner = await given.staff('owner')
  await given.invite()
  await db.update(mailTable).set({ status: 'sent' })
  const { data } = await callWith(owner.token)(firstStart.readSetup, {})
  expect(data).toEqual({ done: ['payments', 'invite'], hasMailServer: false })
})

test('only an owner sets the console up', async () => {
  const { as } = await startSignIn()
  for (const role of ['admin', 'manager'] as const) {
    expect((await (await as(role))(firstStart.readSetup, {})).status).toBe(403)
  }
})
