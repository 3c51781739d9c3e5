import type { ListMeta } from '@hikmah/contract/common'
import type { Input } from '@hikmah/contract/endpoint'
import { isTakenOff } from '@hikmah/contract/plans'
import { ORDER_SAVED } from '@hikmah/contract/products'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useId, useState } from 'react'
import { call } from '../kit/api/api.ts'
import { read, useMay, useWrite } from '../kit/api/data.ts'
import { clearFailures } from '../kit/feedback/messages.tsx'
import { plural } from '../kit/format/texts.ts'
import { Icon } from '../kit/icons/icons.tsx'
import { type ListQuery, ListTable, useLogged } from '../kit/list/ListTable.tsx'
import { type Filter, ListToolbar } from '../kit/list/ListToolbar.tsx'
import { rowsPerPage } from '../kit/list/list-search.ts'
import { RetryNote } from '../kit/page/ListStates.tsx'
import { ButtonLink } from '../kit/page/Page.tsx'
import { type Move, saveMove } from '../kit/reorder/moves.ts'
import { ReorderArea } from '../kit/reorder/ReorderArea.tsx'
import { useReorder } from '../kit/reorder/use-reorder.ts'
import { isPastNew, type ProductRow, productColumns } from './product-columns.tsx'
import { type ApplicationsSearch, type IntegrationsSearch, type ProductKind, productKinds } from './product-kinds.ts'
import classes from './products.module.css'

const DeleteProduct = lazy(() => import('./DeleteOrRestore.tsx').then((it) => ({ default: it.DeleteProduct })))

interface Props<Product> {
  kind: ProductKind
  list: ListQuery<Product> & { data: { meta: ListMeta } | undefined }
  toRow: (product: Product) => ProductRow
  search: ApplicationsSearch | (IntegrationsSearch & { archived?: undefined })
  filters?: Filter[]
}

const HELP = 'Space lifts it, the arrow keys, Home and End move it, Space drops it, Escape cancels the move.'

/** The products of one kind, in the order organizations see, which can be changed here. */
export function ProductTable<Product extends { _id: string }>({ kind, list, toRow, search, filters }: Props<Product>) {
  const { name, statuses, editTo } = productKinds[kind]
  const mayPrice = useMay('products.price')
  const mayReadAudit = useMay('audit.read')
  const helpId = useId()
  const [deleting, setDeleting] = useState<ProductRow>()
  const products = new Map(list.data?.data.map((product) => [product._id, product]))
  const rows = new Map(list.data?.data.map((product) => [product._id, toRow(product)]))
  const available = useMakeAvailable<Product>(kind, (id) => products.get(id))
  const reason = whyNotReorder(search, mayPrice)
  const nameOf = (id: string) => rows.get(id)?.name ?? `The ${kind}`
  const save = useSaveOrder(kind)
  const reorder = useReorder({ ids: [...rows.keys()], nameOf, save, savedMessage: ORDER_SAVED })
  const { order, rendered, lifted } = reorder
  useLogged(`The ${kind}s could not be loaded`, list.error)

  const total = rendered.length
  const limit = search.limit ?? rowsPerPage()
  // A row lifted by keyboard takes the page with it.
  const page = lifted?.by === 'keys' ? Math.floor(lifted.to / limit) + 1 : (search.page ?? 1)
  const shown = rendered.slice((page - 1) * limit, page * limit)
  const isPaged = total > SMALLEST_PAGE
  const meta = { total, page, limit }

  const columns = productColumns({
    kind,
    numberOf: (id) => order.indexOf(id) + 1,
    hasLate: mayPrice && shown.some((id) => isPastNew(rows.get(id)!)),
    handle: search.archived ? undefined : { reorder, reason, describedBy: helpId },
    editTo,
    mayPrice,
    mayReadAudit,
    onMove: reason ? undefined : reorder.moveBy,
    of: total,
    onDelete: (row) => {
      clearFailures()
      setDeleting(row)
    },
    onMakeAvailable: ({ _id }) => available.run(_id),
    busyId: available.busyId,
  })

  return (
    <ReorderArea
      reorder={reorder}
      ids={shown}
      isOn={!reason && total > 1}
      helpId={helpId}
      help={reason ?? HELP}
      toolbar={
        <ListToolbar
          searchLabel="Search name"
          statuses={statuses.map((value) => ({ value, label: value }))}
          meta={list.data?.meta}
          filters={filters}
        />
      }
    >
      {available.failure && <RetryNote {...available.failure} />}
      {list.error && !list.data && <RetryNote text={`The ${kind}s could not be loaded.`} onRetry={list.refetch} />}
      <div className={classes.rows}>
        <ListTable
          name={name}
          one={kind}
          query={{
            ...list,
            data: list.data && {
              data: shown.flatMap((id) => rows.get(id) ?? []),
              meta: isPaged || shown.length === 0 ? meta : undefined,
            },
          }}
          columns={columns}
          rowKey={({ _id }) => _id}
          rowMarks={({ _id, status }) => ({
            'data-lifted': lifted?.id === _id || undefined,
            'data-was':
              lifted && lifted.to !== lifted.from && order[lifted.from] === _id ? sideLeft(lifted) : undefined,
            'data-off': isTakenOff(status) || undefined,
          })}
          numbered={false}
          failsQuietly
          empty={{
            title: `No ${kind}s`,
            text: 'Add one and organizations can choose it.',
            action: <AddLink kind={kind} />,
          }}
        />
      </div>
      {total > 0 && !isPaged && (
        <p className={classes.foot}>
          {plural(total, kind)}
          {!search.archived && <span>Shown to organizations in this order</span>}
        </p>
      )}
      {deleting && (
        <Suspense fallback={null}>
          <DeleteProduct kind={kind} product={deleting} onClose={() => setDeleting(undefined)} />
        </Suspense>
      )}
    </ReorderArea>
  )
}

/** The customer shows the footer only above this many rows. */
const SMALLEST_PAGE = 10

/** On which side of the row now in its place the lifted row was. */
const sideLeft = ({ from, to }: { from: number; to: number }) => (to < from ? 'above' : 'below')

function whyNotReorder({ q, status, archived }: Props<unknown>['search'], mayPrice: boolean): string | undefined {
  if (!mayPrice) return 'Only owners and admins can change the order'
  if (archived) return 'Archived applications have no order'
  if (q !== undefined || status !== undefined) return 'Clear the search and the status to change the order'
  return undefined
}

/** Saves a product as Available and reports failures quietly, as the customer wants them only in the log. */
function useMakeAvailable<Product extends { _id: string }>(
  kind: ProductKind,
  find: (id: string) => Product | undefined,
) {
  const { update } = productKinds[kind]
  const write = useWrite(update)
  const [lastId, setLastId] = useState<string>()
  function run(id: string) {
    const product = find(id)
    if (!product) return
    setLastId(id)
    // A product as it was read is a draft of its kind.
    const input: unknown = { params: { id }, body: { ...product, status: 'Available' } }
    write.mutate(input as Input<typeof update>)
  }
  return {
    run,
    busyId: write.isPending ? lastId : undefined,
    failure:
      write.error && lastId
        ? { text: `Not made Available: ${write.error.message}`, onRetry: () => run(lastId) }
        : undefined,
  }
}

function useSaveOrder(kind: ProductKind) {
  const { list, sort } = productKinds[kind]
  const client = useQueryClient()

  return async (move: Move) => {
    const ids = await saveMove(move, {
      read: async () => (await call(list, { query: {} })).data.map(({ _id }) => _id),
      write: (sorted) => {
        const body: Input<typeof sort>['body'] = { sortedList: sorted.map((_id, order) => ({ _id, order })) }
        return call(sort, { body })
      },
    })
    // Until the list is read again, the rows stay where they were dropped.
    const places = new Map(ids.map((id, place) => [id, place]))
    const placeOf = ({ _id }: { _id: string }) => places.get(_id) ?? places.size
    client.setQueryData<{ data: { _id: string }[] }>(
      read(list, { query: {} }).queryKey,
      (kept) => kept && { ...kept, data: kept.data.toSorted((a, b) => placeOf(a) - placeOf(b)) },
    )
    return ids
  }
}

export const AddLink = ({ kind }: { kind: ProductKind }) => (
  <ButtonLink role="button" to={productKinds[kind].addTo} leftSection={<Icon name="plus" />}>
    {productKinds[kind].addLabel}
  </ButtonLink>
)
