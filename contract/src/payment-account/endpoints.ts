import { z } from 'zod'
import { Id } from '../common.ts'
import { describeEndpoints } from '../endpoint.ts'
import { paths } from './calls.ts'
import { PaymentAccount } from './schemas.ts'

export const paymentAccount = describeEndpoints('Payment account', paths, {
  readPaymentAccount: {
    summary: 'Get the payment account of an organization',
    description:
      'As the payment provider has it, at most a minute old; while the provider is away, as it was last read within six hours. `data` is null where the organization has none. What the provider still asks for is in `requirements`.',
    refusals: {
      502: 'UPSTREAM: the payment provider cannot be reached, and the account was not read within six hours',
    },
    allow: 'payment-account.read',
    params: z.object({ orgId: Id }),
    response: PaymentAccount.nullable(),
  },
})
