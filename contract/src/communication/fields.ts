/** What is set in an answer to a request or inquiry, each with its one name on every screen. */
export const respondFields = {
  status: 'Status',
  assignee: 'Assignee',
  date: 'Scheduled date',
  time: 'Scheduled time',
} as const
