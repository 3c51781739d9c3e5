import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { ErrorBody } from '@hikmah/contract/common'
import type { AnyEndpoint } from '@hikmah/contract/endpoint'
import { isPermission, permissions, roleLabels } from '@hikmah/contract/permissions'
import { CONSOLE_NAME } from '@hikmah/contract/words'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { takesVersion } from './serve.ts'

const uploadBody = {
  consumes: ['multipart/form-data'],
  body: {
    type: 'object',
    required: ['file', 'kind'],
    properties: { file: { type: 'string', format: 'binary' }, kind: { type: 'string' } },
  },
}

type Described = ReturnType<typeof jsonSchemaTransform>

function describeEndpoint({ schema, url }: Described, endpoint: AnyEndpoint): Described {
  const { name, tag, summary, description, allow, upload } = endpoint
  return {
    url,
    schema: {
      ...schema,
      ...(upload && uploadBody),
      operationId: name,
      tags: [tag],
      summary,
      description: [description, `**Needs:** ${describeNeeds(endpoint)}`].filter(Boolean).join('\n\n'),
      ...(allow !== 'public' && { security: [allow === 'device' ? { deviceKey: [] } : { token: [] }] }),
    },
  }
}

function describeNeeds({ allow }: AnyEndpoint): string {
  if (isPermission(allow)) return `\`${allow}\` (${permissions[allow].map((role) => roleLabels[role]).join(', ')})`
  if (allow === 'organization') return "an organization's own token"
  return allow === 'device' ? 'the key of a device' : 'nothing, it is public'
}

/** By status: what follows from the endpoint's description, and what it adds itself. */
function describeRefusals(endpoint: AnyEndpoint): Record<string, string> {
  const { method, path, allow, query, body, upload, conflict, keyless, repeatsByKey, refusals } = endpoint
  const isRefusedToSome = isPermission(allow) && permissions[allow].length < Object.keys(roleLabels).length
  const hasParams = path.includes(':')
  const implied = {
    ...((hasParams || query || body || upload) && { 400: 'VALIDATION: something is not valid; `fields` says what' }),
    ...(allow !== 'public' && { 401: `UNAUTHENTICATED: no valid ${allow === 'device' ? 'key' : 'token'}` }),
    ...(isRefusedToSome && { 403: `FORBIDDEN: without \`${allow}\`` }),
    ...(hasParams && { 404: 'NOT_FOUND: nothing has this id' }),
    ...(conflict && { 409: 'CONFLICT: `version` is stale; `current` is what is saved now' }),
    ...(method === 'POST' &&
      !keyless &&
      !repeatsByKey && { 422: 'VALIDATION: the Idempotency-Key was used with another body' }),
    ...(allow === 'public' && { 429: 'RATE_LIMITED: too many calls; `Retry-After` says how long to wait' }),
    503: 'UNAVAILABLE: busy, or the database does not answer; `Retry-After` says how long to wait',
  }
  const explicit = Object.entries(refusals ?? {}).map(([status, text]) => {
    const also = status === '401' ? undefined : implied[status as unknown as keyof typeof implied]
    return [status, [text, also].filter(Boolean).join('. ')]
  })
  return { ...implied, ...Object.fromEntries(explicit) }
}

interface Operation {
  parameters?: { name: string; in: string; [more: string]: unknown }[]
  requestBody?: { content?: Record<string, { example?: unknown }> }
  responses?: Record<string, unknown>
}

const ERROR = '#/components/schemas/Error'

/** Adds what the plugin cannot take from a schema: errors, headers and an example. */
function complete(operation: Operation, endpoint: AnyEndpoint) {
  const { method, keyless, conflict, example } = endpoint
  Object.assign(operation.responses?.['200'] ?? {}, { description: 'OK' })
  for (const [status, description] of Object.entries(describeRefusals(endpoint))) {
    const current = status === '409' && conflict ? z.toJSONSchema(conflict, { unrepresentable: 'any' }) : undefined
    const schema = current ? { allOf: [{ $ref: ERROR }, { properties: { current } }] } : { $ref: ERROR }
    operation.responses = {
      ...operation.responses,
      [status]: { description, content: { 'application/json': { schema } } },
    }
  }
  const query = example?.query as Record<string, unknown> | undefined
  const parameters = (operation.parameters ?? []).map((parameter) => ({
    ...parameter,
    ...(parameter.in === 'query' && query?.[parameter.name] !== undefined && { example: query[parameter.name] }),
  }))
  if (method === 'POST' && !keyless) parameters.push(IDEMPOTENCY_KEY)
  if (takesVersion(endpoint)) parameters.push(IF_MATCH)
  if (parameters.length > 0) operation.parameters = parameters
  const json = operation.requestBody?.content?.['application/json']
  if (json && example?.body !== undefined) json.example = example.body
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'A call sent again with the same key and body gets the first answer again, and nothing happens twice.',
  schema: { type: 'string', maxLength: 255 },
}

const IF_MATCH = {
  name: 'If-Match',
  in: 'header',
  description: 'The version that this is meant for, as in `"3"`, where the body has no `version`.',
  schema: { type: 'string' },
}

/** GET /api/openapi.json, made from the contract when first asked for, and its page at /docs. */
export async function describeApi(app: FastifyInstance, admit: (request: FastifyRequest) => Promise<void>) {
  const endpoints = new Map<string, AnyEndpoint>()
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: CONSOLE_NAME,
        version: '1',
        description:
          'Answers are `{data, message?, meta?}`, errors `{message, code, fields?, current?, requestId}`. Sign in, then send the token in the header `token`; a device sends its key in the header `deviceKey`.',
      },
      components: {
        // The plugin's types know an older draft of JSON Schema only.
        schemas: { Error: z.toJSONSchema(ErrorBody) as object },
        securitySchemes: {
          token: { type: 'apiKey', in: 'header', name: 'token' },
          deviceKey: { type: 'apiKey', in: 'header', name: 'deviceKey' },
        },
      },
    },
    transform: (route) => {
      const described = jsonSchemaTransform(route)
      const { endpoint } = (route.route.config ?? {}) as { endpoint?: AnyEndpoint }
      if (!endpoint) return described
      endpoints.set(endpoint.name, endpoint)
      return describeEndpoint(described, endpoint)
    },
    transformObject: (document) => {
      const { openapiObject } = document as { openapiObject: { paths?: Record<string, Record<string, Operation>> } }
      for (const operation of Object.values(openapiObject.paths ?? {}).flatMap((methods) => Object.values(methods))) {
        const endpoint = endpoints.get((operation as { operationId?: string }).operationId ?? '')
        if (endpoint) complete(operation, endpoint)
      }
      return openapiObject
    },
  })
  app.get('/api/openapi.json', { schema: { hide: true } as object, onRequest: admit }, async () => app.swagger())
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: true,
    uiHooks: { onRequest: admit },
  })
}
