import { ApiError } from './api.ts'

/** What browsers and the bundler say when a script or a style sheet does not come. */
const NOT_FETCHED = /preload|dynamically imported|importing a module|failed to fetch/i

/** Why something could not be read, in words for people; what a program says of it is in the browser's own log. */
export function failureText(error: Error): string {
  if (!(error instanceof ApiError)) {
    return NOT_FETCHED.test(error.message)
      ? 'Part of the console could not be loaded: the server is not responding.'
      : 'Something went wrong in the console. Reload the page; if it happens again, tell the people who run the console.'
  }
  if (error.status === 400) return 'The address of this page is incomplete or mistyped.'
  return error.message
}
