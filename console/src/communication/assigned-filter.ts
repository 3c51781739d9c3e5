import { choiceFilter } from '../kit/filter/filters.ts'

/** Only what is assigned to me, or everything. */
export const assignedFilter = (value: 'me' | undefined) =>
  choiceFilter('assignee', 'Assignee', value, [{ value: 'me', label: 'Assigned to me' }])
