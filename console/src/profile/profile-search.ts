import { z } from 'zod'

/** 0 is Profile, 1 preferences. */
export const ProfileSearch = z.object({
  tab: z.coerce
    .number()
    .pipe(z.literal([0, 1]))
    .optional(),
})
