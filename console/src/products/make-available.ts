import { useState } from 'react'

interface Write {
  isPending: boolean
  error: Error | null
}

/** How a product of a kind is saved as Available. */
export interface Available<Product> {
  of: Write
  run: (product: Product) => void
}

/** Which row is at work, and what is said of one that failed: the customer wants such a failure in the log alone. */
export function useMakeAvailable<Product extends { _id: string }>({ of, run }: Available<Product>) {
  const [last, setLast] = useState<Product>()
  const start = (product: Product) => {
    setLast(product)
    run(product)
  }
  return {
    run: start,
    busyId: of.isPending ? last?._id : undefined,
    failure:
      of.error && last ? { text: `Not made Available: ${of.error.message}`, onRetry: () => start(last) } : undefined,
  }
}
