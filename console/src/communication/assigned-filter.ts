import { choiceFilter } from '../kit/filter/filters.ts'

/** What is mine to answer, or everybody's. */
export const assignedFilter = (value: 'me' | undefined) =>
  choiceFilter('assignee', 'Assignee', value, [{ value: 'me', label: 'Assigned to me' }])
