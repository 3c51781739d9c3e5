import { expect, test } from 'vitest'
import { ApiError, NO_ANSWER } from './api.ts'
import { failureText } from './failure-text.ts'

test.each([
  [new Error('Unable to preload CSS for http://127.0.0.1/assets/List-1.css'), /the server does not answer/],
  [new TypeError('Failed to fetch dynamically imported module: /assets/List.js'), /the server does not answer/],
  [new TypeError("Cannot read properties of undefined (reading 'data')"), /^The console met an error of its own/],
  [new ApiError(0, { message: NO_ANSWER }), /^Something is wrong please try again! The server does not answer\.$/],
  [new ApiError(400, { message: 'id: This is not a valid id' }), /^The address of this page/],
  [new ApiError(404, { message: 'There is no such organization' }), /^There is no such organization$/],
])('%s is said in words', (error, words) => {
  expect(failureText(error)).toMatch(words)
})
