import { disputes } from '@hikmah/contract/disputes'
import type { House } from '../house.ts'
import { existing } from '../kit/errors/refusal.ts'
import type { Serve } from '../kit/http/serve.ts'
import { serveList } from '../kit/list/read-page.ts'
import { isOf, listDisputes, readOpenDisputes, selectDisputes } from './queries.ts'

export function disputeRoutes(serve: Serve, { db, change, stripe }: House) {
  serveList(serve, change, disputes.listDisputes, {
    entity: 'dispute',
    entityName: 'All disputes',
    page: ({ query, actor }) => listDisputes(db, query, actor.role),
    whole: async ({ query, actor }) => (await listDisputes(db, query, actor.role)).data,
  })
  serve(disputes.readOpenDisputes, () => readOpenDisputes(db))
  serve(disputes.readDisputeLink, async ({ params }) => {
    const { id } = existing(await selectDisputes(db).where(isOf(params.id)), 'dispute')
    return { url: await stripe.pageOf(`disputes/${id}`) }
  })
}
