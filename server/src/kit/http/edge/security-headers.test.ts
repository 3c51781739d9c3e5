import { expect, test } from 'vitest'
import { startServer } from '../../../../test/start.ts'

const { app } = await startServer()

test('no script may make a policy for markup, nor use the camera, the microphone or the place', async () => {
  const { headers } = await app.inject('/healthz')
  expect(headers['content-security-policy']).toContain('trusted-types ProseMirrorClipboard pdf-worker')
  for (const name of ['camera', 'microphone', 'geolocation', 'payment']) {
    expect(headers['permissions-policy']).toContain(`${name}=()`)
  }
})
