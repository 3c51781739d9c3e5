export const OrganizationEditPage = () => null
