export const MAY_NOT_CHANGE = 'Only owners and admins can change campaigns'
export const MOMENT = 'MMM DD, YYYY, hh:mm A'

/** The provider gives times in seconds. */
export const momentOf = (seconds: number) => seconds * 1000
