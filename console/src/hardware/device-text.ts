import type { ConnectionEvent } from '@hikmah/contract/hardware/schemas'

type Agent = Pick<ConnectionEvent, 'browser' | 'os'>

/** Chrome 141 on Android 14; empty where the device did not tell. */
export const describeAgent = ({ browser, os }: Agent): string =>
  [browser, os].filter((name) => name && name !== 'Unknown').join(' on ')

/** Raleigh, NC, Chrome 141 on Android 14, as far as it is known. */
export const describePlace = ({ city, country, ...agent }: Agent & Pick<ConnectionEvent, 'city' | 'country'>): string =>
  [city, country, describeAgent(agent)].filter(Boolean).join(', ')
