import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'

/** zod cannot describe a multipart body, so it is written by hand. */
const uploadBody = {
  consumes: ['multipart/form-data'],
  body: {
    type: 'object',
    required: ['file', 'kind'],
    properties: { file: { type: 'string', format: 'binary' }, kind: { type: 'string' } },
  },
}

function withUpload(described: ReturnType<typeof jsonSchemaTransform>, config: object | undefined) {
  return config && 'upload' in config && config.upload
    ? { ...described, schema: { ...described.schema, ...uploadBody } }
    : described
}

/** GET /api/openapi.json, made from the same contract the routes are made from, and its page at /docs. */
export async function describeApi(app: FastifyInstance, admit: (request: FastifyRequest) => Promise<void>) {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Hikmah Console',
        version: '1',
        description:
          'Answers are `{data, message?, meta?}`, errors `{message, code, fields?, current?, requestId}`. Sign in, then send the token in the header `token`; a device sends its key in the header `deviceKey`.',
      },
      components: {
        securitySchemes: {
          token: { type: 'apiKey', in: 'header', name: 'token' },
          deviceKey: { type: 'apiKey', in: 'header', name: 'deviceKey' },
        },
      },
    },
    transform: (route) => withUpload(jsonSchemaTransform(route), route.route.config),
  })
  app.get('/api/openapi.json', { schema: { hide: true } as object }, async () => app.swagger())
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: true,
    uiHooks: { onRequest: admit },
  })
}
