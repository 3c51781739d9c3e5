import { Gauge } from 'prom-client'
import type { PaymentProvider } from './provider.ts'

/** For /metrics. */
export const createCutOffGauge = ({ isCutOff }: Pick<PaymentProvider, 'isCutOff'>) =>
  new Gauge({
    name: 'payment_provider_cut_off',
    help: '1 while calls to the payment provider are refused here because too many in a row have failed',
    registers: [],
    collect() {
      this.set(isCutOff() ? 1 : 0)
    },
  })
