import { z } from 'zod'
import { describeEndpoints } from './endpoint.ts'

/** What makes a new console ready for work, in this order. */
export const setupSteps = ['sign-in', 'mail', 'registry', 'payments', 'application', 'colleague', 'invite'] as const
export type SetupStep = (typeof setupSteps)[number]

export const firstStart = describeEndpoints('First start', {
  readSetup: {
    call: 'GET /hikmah/setup',
    summary: 'Get what is set up',
    description:
      'Found out anew at each call, never ticked by hand: whether the caller signed in with a code, a letter went out by a mail server, the files of the IRS are in place, a payment account is connected, an application can be chosen, a second person has access and an organization was invited.',
    allow: 'irs-registry.import',
    response: z.object({
      done: z.array(z.enum(setupSteps)),
      /** Whether letters leave this machine; without it they stay in the local mailbox. */
      hasMailServer: z.boolean(),
    }),
  },
})
