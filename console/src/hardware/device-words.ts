export const MAY_NOT_CHANGE = 'Your role cannot change devices'
