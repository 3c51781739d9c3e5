export const CODE_SENT = 'Code sent successfully'
export const INCORRECT = 'Incorrect email address or password'
export const ATTEMPTS_EXCEEDED = 'Login Attempts Exceeded'
