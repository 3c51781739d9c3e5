import { listOf, SortedList } from '../common.ts'
import { describeEndpoints } from '../endpoint.ts'
import { EndedDraft } from '../product-drafts.ts'
import {
  APPLICATION_ADDED,
  APPLICATION_DELETED,
  APPLICATION_RESTORED,
  APPLICATION_UPDATED,
  Application,
  ApplicationDraft,
  ApplicationsQuery,
  ApplicationUpdate,
  ApplicationUsage,
} from './schemas.ts'

/** Of the examples. */
const draft = {
  name: 'deenkiosk',
  displayName: 'DeenKiosk',
  shortDescription: 'Donations at the door',
  longDescription: 'A kiosk that takes donations by card at the entrance of the masjid.',
  imageMetaData: { imageUrl: '/api/media/0198c9a6-2a7c-7e18-9b45-7d3f1c8e6a02/file' },
  iconMetaData: { iconUrl: '/api/media/0198c9a6-2a7c-7e18-9b45-1a6e4b9d2c70/file', iconName: 'kiosk.png' },
  features: [{ title: 'Card payments', featureType: 'Free', status: 'Available' }],
  plans: [
    {
      id: 'standard-plan',
      name: 'Standard',
      status: 'Available',
      monthlyBilling: { price: 29 },
      annuallyBilling: { price: 290 },
    },
  ],
  status: 'Coming Soon',
}

export const applications = describeEndpoints('Applications', {
  listApplications: {
    call: 'GET /hikmah/getAllDcApplications',
    summary: 'List applications',
    description: 'In the order set by staff. Without `page` and `limit`, all of them.',
    allow: 'products.read',
    query: ApplicationsQuery,
    ...listOf(Application),
  },
  readApplication: {
    call: 'GET /hikmah/getDcApplicationsById/:id',
    summary: 'Get an application',
    allow: 'products.read',
    response: Application,
  },
  createApplication: {
    call: 'POST /hikmah/createDcApplication',
    summary: 'Add an application',
    description:
      'It comes last in the order. The kept draft of the caller is dropped with it, unless it has another version.',
    refusals: { 403: 'FORBIDDEN: the role may not set a price, a provider id, the plans or the status Available' },
    example: { body: draft },
    allow: 'products.manage',
    query: EndedDraft,
    body: ApplicationDraft,
    response: Application,
    message: APPLICATION_ADDED,
  },
  updateApplication: {
    call: 'PUT /hikmah/updateDcApplication/:id',
    summary: 'Save an application',
    description: 'Saves the whole draft. Without `version` it overwrites whatever is stored.',
    refusals: {
      403: 'FORBIDDEN: the role may not change a price, a provider id or the plans, nor set or lift Available',
    },
    example: { body: { ...draft, version: 3 } },
    allow: 'products.manage',
    body: ApplicationUpdate,
    response: Application,
    conflict: Application,
    message: APPLICATION_UPDATED,
  },
  sortApplications: {
    call: 'PUT /hikmah/sortApplicationList',
    summary: 'Put the applications in order',
    description: 'Send all that are not archived, each once and with its own place; otherwise nothing changes (400).',
    example: {
      body: {
        sortedList: [
          { _id: '0198c9a0-3e57-7a19-94c2-8b6f1d0e5a73', order: 1 },
          { _id: '0198c9a0-6b21-7f4d-8e30-2c9a5d7b1f86', order: 2 },
        ],
      },
    },
    allow: 'products.price',
    body: SortedList,
  },
  readApplicationUsage: {
    call: 'GET /hikmah/getDcApplicationUsage/:id',
    summary: 'Get what deleting an application affects',
    allow: 'products.read',
    response: ApplicationUsage,
  },
  deleteApplication: {
    call: 'DELETE /hikmah/deleteDcApplicationsById/:id',
    summary: 'Delete an application',
    description: 'An application that was ever used is archived instead and can be restored.',
    allow: 'products.price',
    message: APPLICATION_DELETED,
  },
  restoreApplication: {
    call: 'PUT /hikmah/restoreDcApplication/:id',
    summary: 'Restore an archived application',
    description: 'It comes last in the order.',
    allow: 'products.price',
    response: Application,
    message: APPLICATION_RESTORED,
  },
})
