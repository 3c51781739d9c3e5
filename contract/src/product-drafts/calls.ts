import { type Calls, callsOf } from '../endpoint.ts'
import type { productDrafts as endpoints } from './endpoints.ts'

export const paths = {
  readProductDraft: { method: 'GET', path: '/hikmah/productDrafts/:kind' },
  saveProductDraft: { method: 'PUT', path: '/hikmah/productDrafts/:kind' },
  discardProductDraft: { method: 'DELETE', path: '/hikmah/productDrafts/:kind' },
} as const satisfies Calls

export const productDrafts = callsOf<typeof endpoints>(paths)
