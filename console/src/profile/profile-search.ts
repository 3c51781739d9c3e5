import { z } from 'zod'

/** 0 is Profile, 1 preferences. */
const tab = z.coerce.number().pipe(z.literal([0, 1]))

export const ProfileSearch = z.object({ tab })
