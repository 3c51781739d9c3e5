import { randomUUIDv7 } from 'node:crypto'

/** Version 7: grows with time, so new rows land at the end of an index. */
export const newId = (): string => randomUUIDv7()
