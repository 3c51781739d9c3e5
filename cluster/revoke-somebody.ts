import { setTimeout as sleep } from 'node:timers/promises'
import { apiUrl } from '@hikmah/contract/endpoint'
import { profile } from '@hikmah/contract/profile/endpoints'
import { staff } from '@hikmah/contract/staff'
import { expect } from 'vitest'
import type { createGiven } from '../server/test/given.ts'

/** After how many milliseconds each console refuses a person whose access `owner` revokes at the first of them. */
export async function revokeSomebody(
  consoles: { url: string }[],
  given: ReturnType<typeof createGiven>,
  owner: string,
): Promise<number[]> {
  const person = await given.staff('manager')
  const ask = async ({ url }: { url: string }) => {
    const answer = await fetch(url + apiUrl(profile.readPreferences, {}), { headers: { token: person.token } })
    await answer.arrayBuffer()
    return answer.status
  }
  // The second finds the session known.
  for (const each of [...consoles, ...consoles]) expect(await ask(each)).toBe(200)
  const revoked = await fetch(consoles[0]!.url + apiUrl(staff.updateStaff, { params: { id: person.id } }), {
    method: staff.updateStaff.method,
    headers: { token: owner, 'content-type': 'application/json' },
    body: JSON.stringify({ access: 'revoked' }),
  })
  expect(revoked.status).toBe(200)
  const at = performance.now()
  return Promise.all(
    consoles.map(async (each) => {
      while ((await ask(each)) !== 401) await sleep(5)
      return performance.now() - at
    }),
  )
}
