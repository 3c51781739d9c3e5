import { z } from 'zod'
import { Id, ListMeta, Nothing, SortedList } from '../common.ts'
import { describeEndpoints } from '../endpoint.ts'
import { paths } from './calls.ts'
import { Application, ApplicationDraft, ApplicationsQuery, ApplicationUpdate, ApplicationUsage } from './schemas.ts'
import { APPLICATION_ADDED, APPLICATION_DELETED, APPLICATION_RESTORED, APPLICATION_UPDATED } from './words.ts'

const oneApplication = z.object({ id: Id })

export const applications = describeEndpoints('Applications', paths, {
  listApplications: {
    summary: 'List applications',
    description: 'In the order set by staff. Without `page` and `limit`, all of them.',
    allow: 'products.read',
    query: ApplicationsQuery,
    response: z.array(Application),
    meta: ListMeta,
  },
  readApplication: {
    summary: 'Get an application',
    allow: 'products.read',
    params: oneApplication,
    response: Application,
  },
  createApplication: {
    summary: 'Add an application',
    description: 'It comes last in the order. The kept draft of the caller is dropped with it.',
    refusals: { 403: 'FORBIDDEN: the role may not set a price, a provider id, the plans or the status Available' },
    allow: 'products.manage',
    body: ApplicationDraft,
    response: Application,
    message: APPLICATION_ADDED,
  },
  updateApplication: {
    summary: 'Save an application',
    description: 'Saves the whole draft. Without `version` it overwrites whatever is stored.',
    refusals: {
      403: 'FORBIDDEN: the role may not change a price, a provider id or the plans, nor set or lift Available',
    },
    allow: 'products.manage',
    params: oneApplication,
    body: ApplicationUpdate,
    response: Application,
    conflict: Application,
    message: APPLICATION_UPDATED,
  },
  sortApplications: {
    summary: 'Put the applications in order',
    description: 'Send all that are not archived, each once and with its own place; otherwise nothing changes (400).',
    allow: 'products.price',
    body: SortedList,
    response: Nothing,
  },
  readApplicationUsage: {
    summary: 'Get what deleting an application affects',
    allow: 'products.read',
    params: oneApplication,
    response: ApplicationUsage,
  },
  deleteApplication: {
    summary: 'Delete an application',
    description: 'An application that was ever used is archived instead and can be restored.',
    allow: 'products.price',
    params: oneApplication,
    response: Nothing,
    message: APPLICATION_DELETED,
  },
  restoreApplication: {
    summary: 'Restore an archived application',
    description: 'It comes last in the order.',
    allow: 'products.price',
    params: oneApplication,
    response: Application,
    message: APPLICATION_RESTORED,
  },
})
