import { type Calls, callsOf } from '../endpoint.ts'
import type { applications as endpoints } from './endpoints.ts'

export const paths = {
  listApplications: { method: 'GET', path: '/hikmah/getAllDcApplications' },
  readApplication: { method: 'GET', path: '/hikmah/getDcApplicationsById/:id' },
  createApplication: { method: 'POST', path: '/hikmah/createDcApplication' },
  updateApplication: { method: 'PUT', path: '/hikmah/updateDcApplication/:id' },
  sortApplications: { method: 'PUT', path: '/hikmah/sortApplicationList' },
  readApplicationUsage: { method: 'GET', path: '/hikmah/getDcApplicationUsage/:id' },
  deleteApplication: { method: 'DELETE', path: '/hikmah/deleteDcApplicationsById/:id' },
  restoreApplication: { method: 'PUT', path: '/hikmah/restoreDcApplication/:id' },
} as const satisfies Calls

export const applications = callsOf<typeof endpoints>(paths)
