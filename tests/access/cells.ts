import type { InjectOptions } from 'fastify'
import type { Call } from '#contract/calls/call.ts'
import { pdf, png } from '#tests/api/files/uploads-corpus.ts'
import { form, type } from '#tests/api/files/uploads-sending.ts'
import { launchData } from '#tests/support/people/launch-data.ts'
import { rowOf } from './expectations.ts'
import { absentIdOf, type IdField, idFieldsOf, idOf } from './id-fields.ts'
import { foreignFixturesOf, isMember, ownFixturesOf, type Principal } from './people.ts'
import { type Fields, type Part, samplePart } from './samples.ts'
import type { AccessSetup } from './setup.ts'

export const objects = ['own', 'foreign', 'absent'] as const
export type Ownership = (typeof objects)[number]
export type Cell = { name: string; call: Call; principal: Principal; ownership: Ownership }
export type Parts = Record<Part, Fields>

/** The name of the field that contains the caller's own id in a call. */
const selfFieldOf = ({ access }: Call) =>
  typeof access === 'object' && 'self' in access ? access.self : undefined
const ownerFieldOf = ({ access }: Call) =>
  typeof access !== 'object'
    ? undefined
    : 'owner' in access
      ? access.owner
      : 'member' in access
        ? access.member
        : undefined
const at = ({ part, field }: IdField) => `${part}.${field}`

/**
 * The id field of a call whose object decides about access. If there is none, a required id field. Each cell of the
 * access matrix sets another id in this field.
 */
export function objectFieldOf(name: string, call: Call): IdField | undefined {
  const fields = idFieldsOf(call).filter(({ field }) => !rowOf(name).omit?.includes(field))
  const isHint = (field: IdField) => at(field) === selfFieldOf(call)
  const isOptional = ({ part, field, kind }: IdField) =>
    kind === 'user' && call[part]?.shape[field]?.safeParse(undefined).success
  return (
    fields.find((field) => at(field) === ownerFieldOf(call)) ??
    fields.find(({ field }) => rowOf(name).object === field) ??
    fields.find((field) => !isHint(field) && !isOptional(field)) ??
    fields.find(isHint)
  )
}

/**
 * Fields of the request of a cell. All ids belong to the caller's own objects, except the id in the field that the cell
 * varies.
 */
export function partsOf({ seed }: AccessSetup, { name, call, principal, ownership }: Cell): Parts {
  const row = rowOf(name)
  const ownFixtures = seed.fixtures[ownFixturesOf(principal)]
  const object = objectFieldOf(name, call)
  const parts: Parts = { params: {}, query: {}, body: {} }
  const idFields = idFieldsOf(call)
  const kinds = idFields.map(({ kind }) => kind)
  for (const idField of idFields) {
    const { part, field, kind } = idField
    const isObject = object && at(object) === at(idField)
    const isOptional = call[part]?.shape[field]?.safeParse(undefined).success
    if (
      row.omit?.includes(field) ||
      (isOptional && kind === 'user' && !isObject && at(idField) !== selfFieldOf(call))
    )
      continue
    const fixtures =
      isObject && ownership === 'foreign' ? seed.fixtures[foreignFixturesOf(principal)] : ownFixtures
    parts[part][field] =
      isObject && ownership === 'absent'
        ? absentIdOf(kind)
        : idOf(fixtures, kind, row.state ?? 'published', kinds)
  }
  // For a blocked person, the login request contains the id of their own account too. The login is refused
  // nevertheless.
  if (principal === 'blocked' && ownership === 'own' && object?.kind === 'telegram_user')
    parts[object.part][object.field] = seed.refusedPeople.blocked.account.id
  Object.assign(
    parts.body,
    row.body?.(
      ownFixtures,
      ownership === 'foreign' ? seed.fixtures[foreignFixturesOf(principal)] : ownFixtures,
    ),
  )
  Object.assign(parts.query, row.query)
  const samplePartOf = (key: Part) => samplePart(name, call, key, parts[key])
  return { params: samplePartOf('params'), query: samplePartOf('query'), body: samplePartOf('body') }
}

function credentialOf({ api, seed }: AccessSetup, { call, principal }: Cell): Record<string, string> {
  if (principal === 'nobody') return {}
  const person = isMember(principal) ? seed.fixtures[principal].person : seed.refusedPeople[principal]
  if (call.access !== 'launch') return { authorization: `Bearer ${person.token}` }
  const { config, now } = api.ctx
  const at = new Date(now().getTime() - (principal === 'expired' ? 2 * 86_400_000 : 0))
  const launch = principal === 'revoked' ? person.launch : launchData(person.account, config.BOT_TOKEN, at)
  return { authorization: `tma ${launch}` }
}

/** Builds the request of a cell of the access matrix, in the form that a client sends. */
export function requestOf(setup: AccessSetup, cell: Cell, parts = partsOf(setup, cell)): InjectOptions {
  const { name, call } = cell
  const [method, path = ''] = name.split(' ')
  const url = path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(String(parts.params[key])))
  const headers = credentialOf(setup, cell)
  const isGet = method === 'GET'
  const query = Object.fromEntries(
    Object.entries({ ...parts.query, ...(isGet && parts.body) }).map(([key, value]) => [key, String(value)]),
  )
  const request = { method: method as 'GET', url, query, headers }
  if (isGet) return request
  if (!call.upload) return { ...request, payload: parts.body }
  const file = call.upload.accept.includes('pdf')
    ? { name: 'a.pdf', bytes: pdf }
    : { name: 'a.png', bytes: png(9, 9) }
  const fields = Object.fromEntries(Object.entries(parts.body).map(([key, value]) => [key, String(value)]))
  return { ...request, headers: { ...headers, 'content-type': type }, payload: form(file, fields) }
}

/** Sends a request and returns the outcome: `accepted`, or the error code of the refusal. */
export async function answerTo(setup: AccessSetup, request: InjectOptions) {
  const answer = await setup.api.server.inject(request)
  // Frequent cause of a server error: an action in a transaction waits for a second connection, which the pool does not
  // have.
  // Telegram is away here, and `unavailable` says so.
  if (answer.statusCode >= 500 && answer.json().code !== 'unavailable')
    throw new Error(`${request.method} ${request.url} answers ${answer.body}`)
  const isAccepted = [200, 302, 303].includes(answer.statusCode)
  const outcome: string = isAccepted ? 'accepted' : answer.json().code
  return { outcome, text: `${answer.headers.location ?? ''} ${answer.body}` }
}
