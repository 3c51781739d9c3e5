import { navigation } from '@hikmah/contract/navigation/endpoints'
import { can } from '@hikmah/contract/permissions'
import type { House } from '../house.ts'
import type { Serve } from '../kit/http/serve.ts'
import { readNavigationCounts } from './queries.ts'

export function navigationRoutes(serve: Serve, { db }: House) {
  serve(navigation.readNavigationCounts, ({ actor }) =>
    readNavigationCounts(db, (permission) => can(actor.role, permission)),
  )
}
