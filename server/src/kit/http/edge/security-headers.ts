import type { IncomingMessage, ServerResponse } from 'node:http'
import helmet from 'helmet'

const options = (publicUrl: string): Parameters<typeof helmet>[0] => ({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      'default-src': ["'none'"],
      'script-src': ["'self'"],
      'style-src': ["'self'"],
      'img-src': ["'self'", 'blob:', 'data:'],
      'font-src': ["'self'"],
      'connect-src': ["'self'"],
      'form-action': ["'none'"],
      'base-uri': ["'none'"],
      'object-src': ["'none'"],
      'frame-ancestors': ["'none'"],
      'require-trusted-types-for': ["'script'"],
      // The rich-text editor reads what is pasted by a policy of its own; nothing else turns text into markup. The other
      // names the address of the one worker, which reads PDFs.
      'trusted-types': ['ProseMirrorClipboard', 'pdf-worker'],
    },
  },
  strictTransportSecurity: publicUrl.startsWith('https:') && { maxAge: 31_536_000, includeSubDomains: true },
  referrerPolicy: { policy: 'no-referrer' },
  xFrameOptions: { action: 'deny' },
})

const PERMISSIONS = ['camera', 'display-capture', 'geolocation', 'microphone', 'midi', 'payment', 'serial', 'usb']

/**
 * The headers of every answer, as helmet says them: asked once, for they are always the same. Asked at each request
 * they took a sixth of the time of a list.
 */
export function securityHeaders(publicUrl: string): Record<string, string> {
  const headers: Record<string, string> = {
    // The console uses none of these, so no script in it may.
    'permissions-policy': PERMISSIONS.map((name) => `${name}=()`).join(', '),
    // Whatever is public and may be kept says so itself.
    'cache-control': 'no-store',
  }
  const response = {
    setHeader: (name: string, value: string) => {
      headers[name.toLowerCase()] = value
    },
    removeHeader: () => undefined,
  }
  helmet(options(publicUrl))({} as IncomingMessage, response as unknown as ServerResponse, (error?: unknown) => {
    if (error) throw error
  })
  return headers
}
