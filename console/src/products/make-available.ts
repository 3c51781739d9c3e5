import type { Input } from '@hikmah/contract/endpoint'
import { useState } from 'react'
import { useWrite } from '../kit/api/data.ts'
import { type ProductKind, productKinds } from './product-kinds.ts'

/** Saves a product as Available and reports failures quietly, as the customer wants them only in the log. */
export function useMakeAvailable<Product extends { _id: string }>(
  one: ProductKind,
  /** A product as last read. */
  find: (id: string) => Product | undefined,
) {
  const { update } = productKinds[one]
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
