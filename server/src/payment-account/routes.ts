import { paymentAccount } from '@hikmah/contract/payment-account'
import type { House } from '../house.ts'
import type { Serve } from '../kit/http/serve.ts'
import { createPaymentAccounts } from './payment-account.ts'

export function paymentAccountRoutes(serve: Serve, house: House) {
  const read = createPaymentAccounts(house)
  serve(paymentAccount.readPaymentAccount, ({ params }) => read(params.orgId))
}
