import { orders } from '@hikmah/contract/orders/endpoints'
import type { Order } from '@hikmah/contract/orders/schemas'
import { useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { read, useWrite } from '../kit/api/data.ts'
import { notifyFailure } from '../kit/feedback/messages.tsx'
import { LoadedPage } from '../kit/page/LoadedPage.tsx'
import { OrdersLink } from './OrderLink.tsx'

type Children = (order: Order) => ReactNode

/** Loads the order that the address names, so that a reload and a pasted link open it. */
export const LoadedOrder = ({ id, children }: { id: string | undefined; children: Children }) =>
  id ? (
    <OneOrder key={id} id={id}>
      {children}
    </OneOrder>
  ) : (
    <NoOrder />
  )

function OneOrder({ id, children }: { id: string; children: Children }) {
  const order = useQuery(read(orders.readOrder, { params: { id } }))
  return (
    <LoadedPage
      name="Order"
      shape="detail"
      query={order}
      trail={[<OrdersLink key="all" />]}
      wayBack={<OrdersLink>Go to the orders</OrdersLink>}
    >
      {children}
    </LoadedPage>
  )
}

function NoOrder() {
  useEffect(() => notifyFailure('This address does not lead to an order. Choose one from the list.'), [])
  return <Navigate to="/order" replace />
}

export function useRefresh(id: string) {
  const { mutate, isPending } = useWrite(orders.refreshOrder, { error: ({ message }) => notifyFailure(message) })
  return { isRunning: isPending, start: () => mutate({ params: { id } }) }
}
