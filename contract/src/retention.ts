import { z } from 'zod'
import { Timestamp } from './common.ts'
import { describeEndpoints } from './endpoint.ts'

interface Rule {
  data: string
  /** Null: for good. */
  days: number | null
  /** From when the days count. */
  from: string
  reason: string
}

/** How long data is kept, and why. The jobs that remove it read their days here. */
export const retained = {
  signIns: {
    data: 'Sessions, sign-in codes and remembered browsers',
    days: 30,
    from: 'they end',
    reason: 'To look into a break-in. The audit trail keeps who signed in.',
  },
  staffNotices: {
    data: 'Notices to staff, and the emails with them',
    days: 30,
    from: 'they are emailed',
    reason: 'To see what somebody was told',
  },
  conversations: {
    data: 'Deleted demo requests and contact inquiries, with their answers and emails',
    days: 30,
    from: 'they are deleted',
    reason: 'A deletion by mistake can be undone: right after it in the console, later by the API',
  },
  paymentEvents: {
    data: 'Events of the payment provider',
    days: 90,
    from: 'they are handled',
    reason: 'The provider may send one again for 30 days. One that could not be handled stays until it is.',
  },
  deviceEvents: {
    data: 'Connections of devices, and the days they were online',
    days: 396,
    from: 'the month in which they happen',
    reason: 'To compare uptime with the same month of the year before',
  },
  uploads: {
    data: 'Uploaded files that no record names',
    days: 1,
    from: 'they are stored',
    reason: 'An upload may still be under way',
  },
  letters: {
    data: 'Emails to organizations and visitors',
    days: null,
    from: '',
    reason: 'To show what an organization was told. Codes and links in them are removed once they are sent.',
  },
  papers: {
    data: 'Tax papers and decisions',
    days: null,
    from: '',
    reason: 'What an approval rests on must be there when it is questioned',
  },
  books: { data: 'Orders, invoices and refunds', days: null, from: '', reason: 'Books and tax law' },
  audit: { data: 'Audit trail', days: null, from: '', reason: 'Proof of who did what' },
} as const satisfies Record<string, Rule>

export const RetentionRow = z.object({
  data: z.string(),
  /** Null: for good. */
  days: z.int().nullable(),
  from: z.string(),
  reason: z.string(),
  /** The moment from which the oldest that is left counts, as the database holds it; null where nothing is, or is not looked for. */
  oldest: Timestamp.nullable(),
})
export type RetentionRow = z.infer<typeof RetentionRow>

export const retention = describeEndpoints('Retention', {
  listRetention: {
    call: 'GET /hikmah/retention',
    summary: 'List how long data is kept',
    description:
      'Each kind of data with its days, from when they count, and the reason. What is older is removed every hour; `oldest` is what is left.',
    allow: 'audit.read',
    response: z.array(RetentionRow),
  },
})
