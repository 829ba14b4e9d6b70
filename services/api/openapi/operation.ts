import type {
  oas31,
  ZodOpenApiOperationObject,
  ZodOpenApiRequestBodyObject,
  ZodOpenApiResponsesObject,
} from 'zod-openapi'
import type { Access, Call, CallName } from '#contract/calls/call.ts'
import { rateGroupOf, rates } from '#contract/rates.ts'

/**
 * Groups of calls in the API document, by the first word of the call's path. Calls with any other first word are in the
 * group of reference data.
 */
export const tags: Record<string, string> = {
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
  not_for_me: 'What somebody put away from their collection.',
  hidden_authors: 'Authors whose listings somebody does not want to see.',
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

function securityOf(access: Access): Record<string, string[]>[] {
  if (access === 'launch') return [{ launch: [] }]
  // The OpenAPI document describes the ticket of a chat stream as an ordinary parameter, not as a security scheme.
  return access === 'anyone' || access === 'provider' || access === 'ticket' ? [] : [{ session: [] }]
}

/** Describes the body of a call: a form with one file for uploads, else JSON. */
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
