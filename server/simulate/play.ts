import { fetchDevices, runDevice } from './devices.ts'
import type { Options } from './options.ts'
import { createOrganizations } from './organizations.ts'
import { shop } from './shoppers.ts'
import { signInAsStaff } from './staff.ts'
import { openStage, type Sum } from './stage.ts'
import { visit } from './visitors.ts'

/** Plays until the time is up or the signal says so; everything goes over HTTP, as from the real applications. */
export async function play(options: Options, signal: AbortSignal, say: (line: string) => void): Promise<Sum> {
  const { url, speed, forMs, visitors, devices, organizations, shoppers, payments } = options
  const over = forMs === undefined ? signal : AbortSignal.any([signal, AbortSignal.timeout(forMs)])
  const stage = openStage(url, speed, over, say)
  const parts = Array.from({ length: visitors }, (_, n) => visit(stage, n + 1))
  if (devices + organizations + shoppers > 0) {
    parts.push(
      (async () => {
        const staff = await stage.act('staff', 'signed in', () => signInAsStaff(stage, options))
        if (!staff) return
        const founding = Array.from({ length: organizations }, (_, n) => createOrganizations(stage, staff, n + 1))
        const shopping = Array.from({ length: shoppers }, (_, n) => shop(stage, staff, payments!, n + 1))
        const units =
          devices > 0 &&
          (await stage.act('staff', `prepared ${devices} devices`, () => fetchDevices(stage, staff, devices)))
        await Promise.all([...founding, ...shopping, ...(units || []).map((unit) => runDevice(stage, unit))])
      })(),
    )
  }
  await Promise.all(parts)
  const { acts, failures, heldBack } = stage.sum
  say(`${acts} acts, ${failures} failures${heldBack > 0 ? `, ${heldBack} asked to come later` : ''}`)
  return stage.sum
}
