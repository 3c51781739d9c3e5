import type { NewDemoRequest } from '@hikmah/contract/demo-requests/schemas'

/** All that a visitor said in a form, a line for each thing. */
export const wordsOf = ({
  organizationName,
  phoneNo,
  applications,
  schedule,
  queries,
}: Omit<NewDemoRequest, 'name' | 'email' | 'stream' | 'website'>): string =>
  [
    organizationName && `Organization: ${organizationName}`,
    phoneNo && `Phone: ${phoneNo}`,
    applications.length > 0 && `Applications: ${applications.join(', ')}`,
    (schedule.date || schedule.time) && `Schedule: ${`${schedule.date} ${schedule.time}`.trim()}`,
    ...queries.map(({ question, answer }) => `${question}\n${answer}`.trim()),
  ]
    .filter(Boolean)
    .join('\n')
