import type { Field } from '@hikmah/contract/search'

/** 0 is Profile, 1 preferences. */
const tab: Field<0 | 1> = (raw) => ([0, 1] as const).find((one) => String(one) === String(raw))

export const ProfileSearch = { tab }
