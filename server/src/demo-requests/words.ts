import type { NewDemoRequest } from '@hikmah/contract/website-forms'

type FormAnswers = Omit<NewDemoRequest, 'name' | 'email' | 'stream' | 'website'>
type Schedule = FormAnswers['schedule']

const shortDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

/** A day of the visitor's calendar and a time as they wrote it: Mar 1, 2027, after Dhuhr. */
const scheduleText = ({ date, time }: Schedule) =>
  [date && shortDate.format(new Date(date)), time].filter(Boolean).join(', ')

function scheduleWords(asked: Schedule, known: Schedule): string {
  const [wish, before] = [scheduleText(asked), scheduleText(known)]
  if (wish === '' || before === '') return wish && `Schedule: ${wish}`
  return wish === before ? `Schedule: ${wish}, as before` : `Asks for another time: ${wish}, instead of ${before}`
}

const NOTHING = { date: '', time: '' }

/** The visitor's form as text, one line for each field; `known` is the schedule asked for before. */
export const wordsOf = (
  { organizationName, phoneNo, applications, schedule, queries }: FormAnswers,
  known: Schedule = NOTHING,
): string =>
  [
    organizationName && `Organization: ${organizationName}`,
    phoneNo && `Phone: ${phoneNo}`,
    applications.length > 0 && `Applications: ${applications.join(', ')}`,
    scheduleWords(schedule, known),
    ...queries.map(({ question, answer }) => `${question}\n${answer}`.trim()),
  ]
    .filter(Boolean)
    .join('\n')
