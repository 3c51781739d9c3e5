import { useLocation } from '@tanstack/react-router'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The step that a wizard opens at, from 0. */
    step?: number
    /** Of which application a plan is; of the one that is being added where it is left out. */
    applicationId?: string
    /** Which of its plans. */
    planIndex?: number
  }
}

/** The list of the products. */
export const PRODUCTS = '/admin-products'
export const PLANS_STEP = 2

/** The step in the navigation, where one came along. */
export const useGivenStep = (steps: number): number | undefined =>
  useLocation({
    select: ({ state: { step } }) => (Number.isInteger(step) && step! >= 0 && step! < steps ? step : undefined),
  })
