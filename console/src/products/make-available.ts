import type { Input } from '@hikmah/contract/endpoint'
import { useState } from 'react'
import { useWrite } from '../kit/api/data.ts'
import { type ProductKind, productKinds } from './product-kinds.ts'

/** Saves a product as Available, and says of one that failed: the customer wants such a failure in the log alone. */
export function useMakeAvailable<Product extends { _id: string }>(one: ProductKind) {
  const { update } = productKinds[one]
  const write = useWrite(update)
  const [last, setLast] = useState<Product>()
  function run(product: Product) {
    setLast(product)
    // A product as it was read is a draft of its kind.
    const input: unknown = { params: { id: product._id }, body: { ...product, status: 'Available' } }
    write.mutate(input as Input<typeof update>)
  }
  return {
    run,
    busyId: write.isPending ? last?._id : undefined,
    failure:
      write.error && last
        ? { text: `Not made Available: ${write.error.message}`, onRetry: () => run(last) }
        : undefined,
  }
}
