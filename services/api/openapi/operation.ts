import type {
  oas31,
  ZodOpenApiOperationObject,
  ZodOpenApiRequestBodyObject,
  ZodOpenApiResponsesObject,
} from 'zod-openapi'
import type { Access, Call, CallName } from '#contract/calls/call.ts'
import { rateGroupOf, rates } from '#contract/rates.ts'
import { tagOf } from './tags.ts'

function securityOf(access: Access): Record<string, string[]>[] {
  if (access === 'launch') return [{ launch: [] }]
  // A ticket is passed as an ordinary parameter.
  return access === 'anyone' || access === 'provider' || access === 'ticket' ? [] : [{ session: [] }]
}

/** A form with one file for uploads, else JSON. */
function bodyOf(call: Call): ZodOpenApiRequestBodyObject | undefined {
  if (call.upload) {
    const file: oas31.SchemaObject = { type: 'string', contentMediaType: 'application/octet-stream' }
    const schema: oas31.SchemaObject = { type: 'object', required: ['file'], properties: { file } }
    return { content: { 'multipart/form-data': { schema } } }
  }
  return call.body && { content: { 'application/json': { schema: call.body } } }
}

export function operationOf(
  name: string,
  call: Call,
  responses: ZodOpenApiResponsesObject,
): ZodOpenApiOperationObject {
  const [method, path] = name.split(' ') as [string, string]
  const group = rateGroupOf(name as CallName)
  const requestBody = bodyOf(call)
  return {
    operationId: `${method.toLowerCase()}${path.replaceAll(/[^A-Za-z0-9]+/g, '_')}`,
    summary: `${method} ${path}`,
    ...(call.added && { description: `Added: ${call.added}.` }),
    tags: [tagOf(path)],
    security: securityOf(call.access),
    'x-access': call.access,
    'x-rate-limit': group && rates[group],
    requestParams: { ...(call.params && { path: call.params }), ...(call.query && { query: call.query }) },
    ...(requestBody && { requestBody }),
    responses,
  }
}
