/** What is edited of a team member of an organization, each with its one name on every screen. */
export const memberFields = {
  firstName: 'First name',
  lastName: 'Last name',
  role: 'Role',
  consoleAccess: 'Console access',
} as const
export type MemberField = keyof typeof memberFields
