import { type ProductCards as Figures, products } from '@hikmah/contract/products'
import { useQuery } from '@tanstack/react-query'
import { linkOptions } from '@tanstack/react-router'
import { read } from '../kit/api/data.ts'
import { outlineOf, type SummaryCard, SummaryCards } from '../kit/display/SummaryCards.tsx'
import { countText } from '../kit/format/texts.ts'
import { useLogged } from '../kit/list/use-logged.ts'
import { RetryNote } from '../kit/row/RetryNote.tsx'

const to = '/admin-products'
/** What each card counts, and a link to these rows. */
const cards = [
  { of: 'card1', label: 'Applications', link: linkOptions({ to, search: {} }) },
  { of: 'card2', label: 'Available applications', link: linkOptions({ to, search: { status: 'Available' } }) },
  { of: 'card3', label: 'New applications', link: linkOptions({ to, search: { status: 'New' } }) },
  { of: 'card4', label: 'Integrations', link: linkOptions({ to, search: { tab: 'integrations' } }) },
  {
    of: 'card5',
    label: 'Available integrations',
    link: linkOptions({ to, search: { tab: 'integrations', status: 'Available' } }),
  },
] as const

export const useProductCards = () => useQuery(read(products.readProductCards, {}))

/** Five figures, each the way to the list of what it counts. */
export function ProductCards() {
  const { data, error, refetch } = useProductCards()
  useLogged('The figures of the products could not be loaded', error)
  if (error && !data) return <RetryNote text="The figures could not be loaded." onRetry={refetch} />
  return (
    <SummaryCards label="Summary" cards={cards.map(({ of, label, link }) => cardOf(label, link, data?.data[of]))} />
  )
}

function cardOf(label: string, link: SummaryCard['link'], figure: Figures['card1'] | undefined): SummaryCard {
  const about = { label, link: { ...link, resetScroll: false } }
  if (!figure) return { ...outlineOf(label), ...about }
  const { data, percentage, previous } = figure
  return {
    ...about,
    value: countText(data),
    change: { percent: percentage },
    text: `vs 30 days ago, ${countText(previous)}`,
  }
}
