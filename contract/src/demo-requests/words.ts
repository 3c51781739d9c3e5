import type { DemoRequest } from './schemas.ts'

export const demoRequestStatuses = ['New', 'Scheduled', 'Done'] as const
export const demoRequestSorts = ['name', 'organizationName', 'status', 'createdAt', 'updatedAt'] as const
export const MAX_SCHEDULE_TIME = 30
export const DEMO_DELETED = 'Demo request deleted successfully!'
export const DEMO_UPDATED = 'Demo request updated successfully'

/** The card shows PROSPECT unless applications, schedule date, schedule time and queries are all there. */
export const isProspect = ({
  applications,
  schedule,
  queries,
}: Pick<DemoRequest, 'applications' | 'schedule' | 'queries'>) =>
  applications.length === 0 || schedule.date === '' || schedule.time === '' || queries.length === 0
