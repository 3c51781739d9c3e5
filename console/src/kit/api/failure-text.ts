import { ApiError } from './api.ts'

/** What browsers and the bundler report when a script or a style sheet fails to load. */
const NOT_FETCHED = /preload|dynamically imported|importing a module|failed to fetch/i

/** Why something could not be read, in plain words; technical errors are in the browser's log. */
export function failureText(error: Error): string {
  if (!(error instanceof ApiError)) {
    return NOT_FETCHED.test(error.message)
      ? 'Part of the console could not be loaded: the server is not responding.'
      : 'Something went wrong in the console. Reload the page; if it happens again, contact your administrator.'
  }
  if (error.status === 400) return 'The address of this page is incomplete or mistyped.'
  return error.message
}
