import { expect, test } from 'vitest'
import { startServer } from '../../../../test/start.ts'

const { app } = await startServer()

test('the policy of every page allows what is from here and runs no script, style or markup that stands in a page', async () => {
  const { headers } = await app.inject('/healthz')
  const directives = String(headers['content-security-policy']).split(';')
  expect(Object.fromEntries(directives.map((directive) => directive.split(/ (.*)/)))).toEqual({
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': "'self'",
    'img-src': "'self' blob: data:",
    'font-src': "'self'",
    'connect-src': "'self'",
    'form-action': "'none'",
    'base-uri': "'none'",
    'object-src': "'none'",
    'frame-ancestors': "'none'",
    'require-trusted-types-for': "'script'",
    'trusted-types': 'ProseMirrorClipboard pasted-html pdf-worker',
  })
})

test('no script may use the camera, the microphone or the place', async () => {
  const { headers } = await app.inject('/healthz')
  for (const name of ['camera', 'microphone', 'geolocation', 'payment']) {
    expect(headers['permissions-policy']).toContain(`${name}=()`)
  }
})
