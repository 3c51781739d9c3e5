import { z } from 'zod'
import { FileBytes } from './common.ts'
import { Email } from './email.ts'
import { describeEndpoints } from './endpoint.ts'

export const KeptOfPerson = z.object({
  data: z.string(),
  count: z.int(),
  /** Why it stays; '' of what can be erased. */
  reason: z.string(),
})
export type KeptOfPerson = z.infer<typeof KeptOfPerson>

/** The address names the person, in any case. */
const OnePerson = z.object({ email: Email })
const example = { email: 'maryam@masjid.example' }

export const people = describeEndpoints('People', {
  readPerson: {
    call: 'GET /hikmah/people',
    summary: 'List what is kept about an email address',
    description:
      'Each kind of data with how much of it names the address; 0 where none does. What somebody wrote about a person elsewhere is not found.',
    example: { query: example },
    allow: 'communication.delete',
    query: OnePerson,
    response: z.array(KeptOfPerson),
  },
  exportPerson: {
    call: 'GET /hikmah/people/export',
    summary: 'Export what is kept about an email address',
    description:
      'The rows behind the list as JSON, by kind, without passwords and codes; of emails the text only of answers to a visitor; entries of the audit trail with their changes. The trail records the export.',
    example: { query: example },
    allow: 'communication.delete',
    query: OnePerson,
    download: true,
    response: FileBytes,
  },
  erasePerson: {
    call: 'POST /hikmah/people/erase',
    summary: 'Erase what is kept about an email address',
    description:
      'For good, in one transaction: their inquiries and demo requests with the answers and emails, and what staff was told of them. The answer lists what was there; what has a reason stays. Again, it erases what has come since. The audit trail names the person by a keyed hash of the address.',
    example: { body: example },
    allow: 'communication.delete',
    body: OnePerson,
    response: z.array(KeptOfPerson),
  },
})
