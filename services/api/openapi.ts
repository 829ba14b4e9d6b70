import { z } from 'zod'
import type { Access, Call, CallName } from '#contract/calls/call.ts'
import { calls } from '#contract/calls/index.ts'
import * as shapes from '#contract/calls/shapes.ts'
import { type ErrorCode, errors } from '#contract/errors.ts'
import { productName } from '#contract/options.ts'
import { rateGroupOf, rates } from '#contract/rates.ts'
import { errorWords } from '#services/words.ts'
import { type JsonSchema, sampleOf } from './sample.ts'

/** Entities that many calls share stand once, under their own names. */
const entities = z.registry<{ id: string }>()
for (const [id, schema] of Object.entries(shapes))
  if (schema instanceof z.ZodType) entities.add(schema, { id })

const mediaTypes: Partial<Record<NonNullable<Call['as']>, string>> = {
  text: 'text/plain',
  file: 'application/octet-stream',
  stream: 'text/event-stream',
}
/** Parts of the document by the first word of the path; what has no part of its own is reference data. */
const tags: Record<string, string> = {
  auth: 'Opening a session with launch data that Telegram signed.',
  users: 'People: registration, profiles, settings, the personal collection.',
  projects: 'Orders and the responses to them.',
  vacancy: 'Vacancies and the responses to them.',
  responses: 'One response: reading, editing, passing on.',
  pay: 'Invoices, and the calls of the payment provider.',
  favorites: 'Orders, vacancies and people that somebody keeps.',
  files: 'Uploading, attaching and downloading files.',
  chat: 'Rooms, messages and the live stream.',
  reviews: 'Reviews after completion.',
  reports: 'Complaints to the moderators.',
  blocks: 'People who do not want to meet.',
  saved_searches: 'Searches that tell about new orders.',
  app: 'What the mini-app tells and asks about itself.',
  admin: 'Calls for moderators and administrators; for others they do not exist.',
  health: 'Questions of supervisors and balancers.',
  reference: 'Lists that change rarely and are the same for everybody.',
}

function tagOf(path: string): string {
  const word = path.split('/')[path.startsWith('/api/') ? 2 : 1] ?? ''
  return word in tags ? word : 'reference'
}

const problem = '#/components/schemas/Problem'

/** Every error a call may answer: its own, and those of the door it goes through. */
function errorsOf(call: Call): ErrorCode[] {
  const { access } = call
  const session: ErrorCode[] = ['unauthenticated', 'session_expired', 'blocked']
  const door: ErrorCode[] =
    access === 'launch' ? ['init_data_required'] : access === 'anyone' || access === 'provider' ? [] : session
  const owner: ErrorCode[] = typeof access === 'object' && 'owner' in access ? ['not_found', 'not_owner'] : []
  const input: ErrorCode[] = call.params || call.query || call.body ? ['malformed', 'invalid_input'] : []
  return [...new Set([...door, ...owner, ...input, ...(call.errors ?? []), 'too_many_requests' as const])]
}

function securityOf(access: Access): object[] {
  if (access === 'launch') return [{ launch: [] }]
  // A ticket is a parameter like others.
  return access === 'anyone' || access === 'provider' || access === 'ticket' ? [] : [{ session: [] }]
}

/** JSON Schema of one zod schema; shared entities are moved to the document's components. */
function toSchema(
  schema: z.ZodType,
  io: 'input' | 'output',
  components: Record<string, JsonSchema>,
): JsonSchema {
  const {
    $schema: _,
    $defs = {},
    ...rest
  } = z.toJSONSchema(schema, { io, metadata: entities, unrepresentable: 'any' }) as JsonSchema
  const rename = (part: JsonSchema) =>
    JSON.parse(
      JSON.stringify(part)
        .replaceAll('#/$defs/', '#/components/schemas/')
        .replaceAll(/"id":"\w+",?/g, ''),
    ) as JsonSchema
  for (const [id, entity] of Object.entries($defs)) components[id] = rename(entity)
  const { id } = rest as { id?: string }
  if (!id) return rename(rest)
  components[id] = rename(rest)
  return { $ref: `#/components/schemas/${id}` }
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
      description: codes.map((code) => `\`${code}\`: ${errorWords('en', code)}`).join('\n\n'),
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

function operationOf(name: string, call: Call, components: Record<string, JsonSchema>) {
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

/** The OpenAPI 3.1 document of the whole contract; needs no server. */
export function openapi(): object {
  const components: Record<string, JsonSchema> = {
    Problem: {
      type: 'object',
      required: ['statusCode', 'code', 'message', 'details', 'request_id'],
      properties: {
        statusCode: { type: 'integer' },
        code: { type: 'string', enum: Object.keys(errors) },
        message: { type: 'string' },
        details: { type: ['object', 'null'] },
        request_id: { type: 'string' },
      },
    },
  }
  const paths: Record<string, Record<string, object>> = {}
  for (const [name, call] of Object.entries(calls) as [string, Call][]) {
    const [method, path] = name.split(' ') as [string, string]
    const key = path.replaceAll(/:(\w+)/g, '{$1}')
    paths[key] = { ...paths[key], [method.toLowerCase()]: operationOf(name, call, components) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${productName.en} API`,
      version: '1.0.0',
      description:
        'Calls of the marketplace. Every error has the shape Problem, in Russian or English by Accept-Language.',
      license: { name: 'Proprietary', url: 'https://example.org/license' },
    },
    servers: [{ url: '/' }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: components,
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        launch: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: '`tma <raw launch data>`',
        },
      },
    },
  }
}
