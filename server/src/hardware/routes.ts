import { hardware } from '@hikmah/contract/hardware/endpoints'
import { BEAT_S } from '@hikmah/contract/hardware/schemas'
import type { House } from '../house.ts'
import { noteRead } from '../kit/audit/audit.ts'
import { limit } from '../kit/auth/throttle.ts'
import { machineAddress } from '../kit/http/edge/network.ts'
import type { Serve } from '../kit/http/serve.ts'
import { serveList } from '../kit/list/read-page.ts'
import { isPaged } from '../kit/list/rows.ts'
import { listOfOrganization } from '../organizations/queries.ts'
import { createDeviceTurns, createPace, newDeviceId } from './device-calls.ts'
import { assignDevice, createDevice, deleteDevice, reissueDeviceKey, updateDevice } from './manage-devices.ts'
import {
  type FindOrder,
  listDeviceEvents,
  listDeviceStates,
  listDevices,
  listNotAssignedDevices,
  listOrganizationDevices,
  readDevice,
  streamDevices,
  streamNotAssignedDevices,
} from './queries.ts'
import { createBeats, reportDeviceEvents } from './report-device-events.ts'
import { readUptime } from './uptime.ts'

const MAX_IDS_A_MINUTE = 30

/** The form that assigns a device reads them each time. */
const STOCK = {
  action: 'device.list-exported',
  entity: 'device',
  entityId: '',
  entityName: 'Unassigned devices',
} as const

export function hardwareRoutes(serve: Serve, house: House, findOrder: FindOrder) {
  const { db, clock, change, keys } = house
  const keepBeat = createBeats(house)
  const pace = createPace(clock)
  const turns = createDeviceTurns()

  serveList(serve, change, hardware.listDevices, {
    entity: 'device',
    entityName: 'All devices',
    page: ({ query }) => listDevices(db, query, clock.now()),
    whole: () => streamDevices(db, clock.now()),
  })
  serve(hardware.listDeviceStates, () => listDeviceStates(db, clock.now()))
  serve(hardware.getUniqueDeviceId, async ({ query, actor }) => {
    const message = 'Too many device ids. Try again in a minute.'
    await limit(house, { key: `device-ids:${machineAddress(actor.ip)}`, max: MAX_IDS_A_MINUTE, windowS: 60, message })
    return newDeviceId(keys.deviceIds, query.appStream)
  })
  serve(hardware.listOrganizationDevices, ({ params, query }) =>
    listOfOrganization(db, params.orgId, listOrganizationDevices(db, params.orgId, query, clock.now())),
  )
  serve(hardware.listNotAssignedDevices, async ({ query, actor }) => {
    if (isPaged(query)) return listNotAssignedDevices(db, query, clock.now())
    await noteRead(change, actor, STOCK)
    return { data: streamNotAssignedDevices(db, clock.now()) }
  })
  serve(hardware.readDevice, ({ params }) => readDevice(db, params.id, clock.now()))
  serve(hardware.listDeviceEvents, ({ params, query }) => listDeviceEvents(db, params.id, query))
  serve(hardware.readUptime, ({ params }) => readUptime(db, params.id, clock.now()))
  serve(hardware.createDevice, ({ body, actor }) => createDevice(house, actor, body))
  serve(hardware.updateDevice, ({ params, body, actor }) => updateDevice(house, actor, params.id, body, findOrder))
  serve(hardware.deleteDevice, ({ params, actor }) => deleteDevice(house, actor, params.id, findOrder))
  serve(hardware.assignDevice, ({ params, body, actor }) => assignDevice(house, actor, params.id, body, findOrder))
  serve(hardware.reissueDeviceKey, ({ params, actor }) => reissueDeviceKey(house, actor, params.id))
  serve(
    hardware.heartbeat,
    async ({ body, actor }) => {
      await keepBeat(actor, body ?? {})
      return { nextBeatS: BEAT_S }
    },
    { arrive: ({ keyHash }) => pace(keyHash) },
  )
  serve(
    hardware.reportDeviceEvents,
    async ({ body, actor }) => ({ kept: await reportDeviceEvents(house, actor, body) }),
    {
      arrive: ({ id, keyHash }) => {
        pace(keyHash)
        return turns.arrive(id)
      },
      takeTurn: ({ id }) => turns.takeTurn(id),
    },
  )
}
