import type { Access, Call, CallName } from '#contract/calls/call.ts'
import { type ErrorCode, errors } from '#contract/errors.ts'
import { rateGroupOf, rates } from '#contract/rates.ts'
import { errorText } from '#services/core/i18n.ts'
import { type JsonSchema, sampleOf } from './sample.ts'
import { toSchema } from './schemas.ts'
import { tagOf } from './tags.ts'

const mediaTypes: Partial<Record<NonNullable<Call['as']>, string>> = {
  text: 'text/plain',
  file: 'application/octet-stream',
  stream: 'text/event-stream',
}
const problem = '#/components/schemas/Problem'

/** Every error a call may answer: its own, and those of authentication, access and parsing before it. */
function errorsOf(call: Call): ErrorCode[] {
  const { access } = call
  const session: ErrorCode[] = ['unauthenticated', 'session_expired', 'blocked']
  const door: ErrorCode[] =
    access === 'launch'
      ? ['init_data_required', 'clock_wrong']
      : access === 'anyone' || access === 'provider'
        ? []
        : session
  const owner: ErrorCode[] = typeof access === 'object' && 'owner' in access ? ['not_found', 'not_owner'] : []
  const input: ErrorCode[] = call.params || call.query || call.body ? ['malformed', 'invalid_input'] : []
  return [...new Set([...door, ...owner, ...input, ...(call.errors ?? []), 'too_many_requests' as const])]
}

function securityOf(access: Access): object[] {
  if (access === 'launch') return [{ launch: [] }]
  // A ticket is a parameter like others.
  return access === 'anyone' || access === 'provider' || access === 'ticket' ? [] : [{ session: [] }]
}

function parametersOf(call: Call, components: Record<string, JsonSchema>) {
  return (['params', 'query'] as const).flatMap((part) => {
    const schema = call[part]
    if (!schema) return []
    const { properties = {}, required = [] } = toSchema(schema, 'input', components)
    return Object.entries(properties).map(([name, property]) => ({
      name,
      in: part === 'params' ? 'path' : 'query',
      required: part === 'params' || required.includes(name),
      schema: property,
    }))
  })
}

function responsesOf(call: Call, components: Record<string, JsonSchema>) {
  const type = mediaTypes[call.as ?? 'json'] ?? 'application/json'
  const schema = toSchema(call.reply, 'output', components)
  const success =
    call.as === 'redirect'
      ? { 302: { description: 'The browser is sent on.' } }
      : {
          200: {
            description: 'Done.',
            content: { [type]: { schema, example: sampleOf(schema, components) } },
          },
        }
  const byStatus = Map.groupBy(errorsOf(call), (code) => errors[code])
  const refusals = [...byStatus].map(([status, codes]) => [
    status,
    {
      description: codes.map((code) => `\`${code}\`: ${errorText('en', code)}`).join('\n\n'),
      content: { 'application/json': { schema: { $ref: problem } } },
    },
  ])
  return { ...success, ...Object.fromEntries(refusals) }
}

/** A form with one file where files are taken, else JSON. */
function bodyOf(call: Call, components: Record<string, JsonSchema>) {
  if (call.upload) {
    const file = { type: 'string', contentMediaType: 'application/octet-stream' }
    const schema = { type: 'object', required: ['file'], properties: { file } }
    return { requestBody: { content: { 'multipart/form-data': { schema } } } }
  }
  if (!call.body) return {}
  const schema = toSchema(call.body, 'input', components)
  const example = sampleOf(schema, components)
  return { requestBody: { content: { 'application/json': { schema, example } } } }
}

/** One call as an operation; the shapes that it shares with others are added to `components`. */
export function operationOf(name: string, call: Call, components: Record<string, JsonSchema>) {
  const [method, path] = name.split(' ') as [string, string]
  const group = rateGroupOf(name as CallName)
  return {
    operationId: `${method.toLowerCase()}${path.replaceAll(/[^A-Za-z0-9]+/g, '_')}`,
    summary: `${method} ${path}`,
    ...(call.added && { description: `Added: ${call.added}.` }),
    tags: [tagOf(path)],
    security: securityOf(call.access),
    'x-access': call.access,
    'x-rate-limit': group && rates[group],
    parameters: parametersOf(call, components),
    ...bodyOf(call, components),
    responses: responsesOf(call, components),
  }
}
