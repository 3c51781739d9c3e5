import { createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { acceptInvite } from '@hikmah/contract/accept-invite'
import { invites } from '@hikmah/contract/invites/endpoints'
import { unique } from './given.ts'
import { expect, rememberSession, test } from './test.ts'

/** A way to the server on which the first answer to a POST of this path is lost; `passed` are the keys of all of them. */
async function startLossyWay(to: string, path: string) {
  const passed: (string | string[] | undefined)[] = []
  const way = createServer(async (asked, answer) => {
    const isWatched = asked.method === 'POST' && asked.url === path
    if (isWatched) passed.push(asked.headers['idempotency-key'])
    const isLost = isWatched && passed.length === 1
    const onward = request(to + asked.url, { method: asked.method, headers: asked.headers })
    asked.pipe(onward)
    const given = await new Promise<IncomingMessage>((resolve) => onward.once('response', resolve))
    if (isLost) return void given.resume().once('end', () => asked.socket.destroy())
    // On a connection that was used before the browser itself would ask again.
    answer.writeHead(given.statusCode ?? 502, { ...given.headers, connection: 'close' })
    given.pipe(answer)
  })
  await new Promise<void>((resolve) => way.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(way.address() as AddressInfo).port}`,
    passed,
    stop: () => {
      way.closeAllConnections()
      return new Promise((resolve) => way.close(resolve))
    },
  }
}

test('when the answer is lost on the way, the invite is asked for again and made once', async ({
  page,
  platform,
  owner,
}) => {
  const way = await startLossyWay(platform.url, `/api${invites.inviteOrganization.path}`)
  await rememberSession(page, owner)
  const [orgName, email] = [`Masjid ${unique()}`, `office@${unique()}.example`]
  await page.goto(`${way.url}/invite-organization`)
  const field = (label: string) => page.getByLabel(label, { exact: true })
  await field('Organization Name').fill(orgName)
  await field('Admin Full Name').fill('Yusuf Rahmani')
  await field('Email').fill(email)
  await field('Phone').fill('5105550142')
  await page.getByRole('button', { name: 'Send invite' }).click()
  await expect(page.getByText('Invite sent successfully!')).toBeVisible()

  expect(way.passed).toEqual([expect.stringMatching(/^[\d-]+$/), way.passed[0]])
  const { data } = await platform.call(invites.listInvites, { query: { q: email } }, owner.token)
  expect(data).toHaveLength(1)
  await platform.mail.mailTo(email, /./)
  expect(platform.mail.received.filter(({ recipients }) => recipients.includes(email))).toHaveLength(1)
  await way.stop()
})

test('when the answer to an acceptance is lost on the way, it is repeated and leads on to the papers page', async ({
  page,
  platform,
  given,
}) => {
  const { code, email, orgName } = await given.invite()
  const way = await startLossyWay(platform.url, `/api${acceptInvite.acceptInvite.path}`)
  await page.goto(`${way.url}/accept-invite?code=${code}&email=${encodeURIComponent(email)}`)
  await page.getByLabel('Password', { exact: true }).fill('Copper-Kettle-31')
  const boxes = page.getByRole('checkbox')
  await expect(boxes.first()).toBeVisible()
  for (const box of await boxes.all()) await box.check()
  await page.getByRole('button', { name: 'Accept invite' }).click()
  await page.getByRole('link', { name: 'Send your documents' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`We need two things for \u2068${orgName}\u2069`)

  expect(way.passed).toEqual([expect.stringMatching(/^[\d-]+$/), way.passed[0]])
  await platform.mail.mailTo(email, /^Welcome/)
  expect(platform.mail.received.filter(({ recipients }) => recipients.includes(email))).toHaveLength(2)
  await way.stop()
})

test.describe('while an invite is being sent', () => {
  const sending = test.extend<{ answer: () => void }>({
    answer: async ({ page, owner }, use) => {
      await rememberSession(page, owner)
      const held = Promise.withResolvers<void>()
      await page.route(`**/api${invites.inviteOrganization.path}`, async (route) => {
        if (route.request().method() === 'POST') await held.promise
        await route.continue()
      })
      await page.goto('/invite-organization')
      const field = (label: string) => page.getByLabel(label, { exact: true })
      await field('Organization Name').fill(`Masjid ${unique()}`)
      await field('Admin Full Name').fill('Yusuf Rahmani')
      await field('Email').fill(`office@${unique()}.example`)
      await field('Phone').fill('5105550142')
      await page.getByRole('button', { name: 'Send invite' }).click()
      await page.getByRole('link', { name: 'Orders', exact: true }).click()
      await expect(page.getByRole('dialog')).toContainText('Your changes are still being saved.')
      await use(held.resolve)
    },
  })

  sending('whoever leaves stays where they went', async ({ page, answer }) => {
    await page.getByRole('button', { name: 'Leave page' }).click()
    await expect(page).toHaveURL(/\/order$/)
    answer()
    await expect(page.getByText('Invite sent successfully!')).toBeVisible()
    await expect(page).toHaveURL(/\/order$/)
  })

  sending('the question whether to leave closes once it is sent', async ({ page, answer }) => {
    answer()
    await expect(page.getByText('Invite sent successfully!')).toBeVisible()
    await expect(page).toHaveURL(/\/dashboard\?tab=1/)
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
})
