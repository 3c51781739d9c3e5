import { disputes } from '@hikmah/contract/disputes'
import { formatMoney, sum } from '@hikmah/contract/money'
import { useQuery } from '@tanstack/react-query'
import { read } from '../kit/api/data.ts'
import { formatDate, joinByAnd, plural } from '../kit/format/texts.ts'
import { Glyph } from '../kit/icons/glyphs.tsx'
import { LinkTo } from '../kit/page/Page.tsx'

export const readOpenDisputes = read(disputes.readOpenDisputes, {})

/** What waits now, with what banks hold and the nearest deadline; nothing where none is open. */
export function OpenDisputesLink() {
  const { data } = useQuery(readOpenDisputes)
  if (!data || data.data.waiting === 0) return null
  const { waiting, held, nextDueAt } = data.data
  const amounts = held.map(({ currency, amount }) => formatMoney(amount, currency))
  const areAllOpen = waiting === sum(held, (one) => one.disputes)
  return (
    <p className="waiting">
      <Glyph name="flag" />
      <LinkTo to="/disputes" search={areAllOpen ? { status: 'open' } : {}}>
        {`${plural(waiting, 'dispute')} open`}
      </LinkTo>
      <span>
        {amounts.length > 0 && `${joinByAnd(amounts)} held by banks. `}
        {nextDueAt && `Evidence due ${formatDate(nextDueAt, 'll')}.`}
      </span>
    </p>
  )
}

/** Those of an organization. */
export function OrganizationDisputesLink({ orgId }: { orgId: string }) {
  const { data } = useQuery(read(disputes.listDisputes, { query: { orgId, status: 'open', limit: 1 } }))
  const [first] = data?.data ?? []
  if (!first || !data?.meta) return null
  return (
    <p className="waiting">
      <Glyph name="flag" />
      <LinkTo to="/disputes" search={{ orgId, status: 'open' }}>
        {plural(data.meta.total, 'disputed payment')}
      </LinkTo>
      {first.evidenceDueAt && <span>Evidence due {formatDate(first.evidenceDueAt, 'll')}.</span>}
    </p>
  )
}
