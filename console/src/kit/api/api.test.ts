import { DEFAULT_ERROR } from '@hikmah/contract/words'
import { expect, test, vi } from 'vitest'
import { ApiError, failureText, whyNoAnswer } from './api.ts'

test.each([
  [new Error('Unable to preload CSS for http://127.0.0.1/assets/List-1.css'), /the server is not responding/],
  [new TypeError('Failed to fetch dynamically imported module: /assets/List.js'), /the server is not responding/],
  [new TypeError("Cannot read properties of undefined (reading 'data')"), /^Something went wrong in the console/],
  [
    new ApiError(0, { message: `${DEFAULT_ERROR}${whyNoAnswer()}.` }),
    /^Something is wrong please try again! The server is not responding\.$/,
  ],
  [new ApiError(400, { message: 'id: This is not a valid id' }), /^The address of this page/],
  [new ApiError(404, { message: 'There is no such organization' }), /^There is no such organization$/],
])('%s is said in words', (error, words) => {
  expect(failureText(error)).toMatch(words)
})

test('a call without an answer is put down to the connection where the browser has none', () => {
  vi.stubGlobal('navigator', { onLine: false })
  expect(whyNoAnswer()).toBe('You are offline')
  vi.stubGlobal('navigator', { onLine: true })
  expect(whyNoAnswer()).toBe('The server is not responding')
  vi.unstubAllGlobals()
})
