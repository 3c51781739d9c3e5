import type { OrderStatus } from './words.ts'

/** Orders that still need work, and those that are done. Closed orders are in neither. */
export const orderStages = {
  pending: ['new', 'in-progress'],
  completed: ['completed', 'done'],
} as const satisfies Record<string, readonly OrderStatus[]>

export type OrderStage = keyof typeof orderStages
// Its keys are those of the type.
export const stageNames = Object.keys(orderStages) as OrderStage[]
