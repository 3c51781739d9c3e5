import { type Calls, callsOf } from '../endpoint.ts'
import type { media as endpoints } from './endpoints.ts'

export const paths = {
  uploadMedia: { method: 'POST', path: '/media', keyless: true },
  listMedia: { method: 'GET', path: '/media' },
  readMedia: { method: 'GET', path: '/media/:id' },
  readMediaUsage: { method: 'GET', path: '/media/:id/usage' },
  readMediaFile: { method: 'GET', path: '/media/:id/file' },
  deleteMedia: { method: 'DELETE', path: '/media/:id' },
} as const satisfies Calls

export const media = callsOf<typeof endpoints>(paths)
