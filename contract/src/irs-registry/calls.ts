import { type Calls, callsOf } from '../endpoint.ts'
import type { irsRegistry as endpoints } from './endpoints.ts'

export const paths = {
  listRegistrySources: { method: 'GET', path: '/hikmah/registry/sources' },
  listRegistryImports: { method: 'GET', path: '/hikmah/registry/imports' },
  startRegistryImport: { method: 'POST', path: '/hikmah/registry/imports' },
  readRegistryImport: { method: 'GET', path: '/hikmah/registry/imports/:id' },
  sendRegistryPart: { method: 'POST', path: '/hikmah/registry/imports/:id/parts', keyless: true },
  cancelRegistryImport: { method: 'DELETE', path: '/hikmah/registry/imports/:id' },
  checkRegistry: { method: 'POST', path: '/hikmah/registry/check' },
} as const satisfies Calls

export const irsRegistry = callsOf<typeof endpoints>(paths)
