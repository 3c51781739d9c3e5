import { navigation } from '@hikmah/contract/navigation'
import { can } from '@hikmah/contract/permissions'
import type { House } from '../house.ts'
import type { Serve } from '../kit/http/serve.ts'
import { readNavigationCounts, readOrganizationCounts } from './queries.ts'

export function navigationRoutes(serve: Serve, { db, stripe }: House) {
  serve(navigation.readNavigationCounts, async ({ actor }) => {
    const awaySince = stripe.awaySince()
    return {
      ...(await readNavigationCounts(db, (permission) => can(actor.role, permission))),
      ...(stripe.isSandbox && { isSandbox: true as const }),
      ...(stripe.isTestMode && { isTestMode: true as const }),
      ...(awaySince && { paymentsAwaySince: awaySince.toISOString() }),
    }
  })
  serve(navigation.readOrganizationCounts, ({ params, actor }) =>
    readOrganizationCounts(db, params.orgId, (permission) => can(actor.role, permission)),
  )
}
