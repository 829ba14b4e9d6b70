import type { InjectOptions } from 'fastify'
import type { Call } from '#contract/calls/call.ts'
import { pdf, png } from '#tests/api/files/uploads-corpus.ts'
import { form, type } from '#tests/api/files/uploads-sending.ts'
import { launchData } from '#tests/support/people/launch-data.ts'
import { rowOf } from './expectations.ts'
import { absentOf, type IdField, idFieldsOf, idOf } from './id-fields.ts'
import { foreignFixturesOf, isMember, ownFixturesOf, type Principal } from './people.ts'
import { type Fields, type Part, samplePart } from './samples.ts'
import type { AccessSetup } from './setup.ts'

export const objects = ['own', 'foreign', 'absent'] as const
export type Whose = (typeof objects)[number]
export type Cell = { name: string; call: Call; who: Principal; whose: Whose }
export type Parts = Record<Part, Fields>

/** The name of the field in which a call carries the caller's own id. */
const hintOf = ({ access }: Call) =>
  typeof access === 'object' && 'self' in access ? access.self : undefined
const ownedOf = ({ access }: Call) =>
  typeof access !== 'object'
    ? undefined
    : 'owner' in access
      ? access.owner
      : 'member' in access
        ? access.member
        : undefined
const at = ({ part, field }: IdField) => `${part}.${field}`

/** The field whose object is own, foreign or absent: the field that access depends on, else a required one. */
export function objectOf(name: string, call: Call): IdField | undefined {
  const fields = idFieldsOf(call).filter(({ field }) => !rowOf(name).omit?.includes(field))
  const isHint = (field: IdField) => at(field) === hintOf(call)
  const isOptional = ({ part, field, kind }: IdField) =>
    kind === 'user' && call[part]?.shape[field]?.safeParse(undefined).success
  return (
    fields.find((field) => at(field) === ownedOf(call)) ??
    fields.find(({ field }) => rowOf(name).object === field) ??
    fields.find((field) => !isHint(field) && !isOptional(field)) ??
    fields.find(isHint)
  )
}

/** Fields of the request: own objects everywhere, except in the field that the cell varies. */
export function partsOf({ seed }: AccessSetup, { name, call, who, whose }: Cell): Parts {
  const row = rowOf(name)
  const own = seed.fixtures[ownFixturesOf(who)]
  const object = objectOf(name, call)
  const given: Parts = { params: {}, query: {}, body: {} }
  const idFields = idFieldsOf(call)
  const kinds = idFields.map(({ kind }) => kind)
  for (const idField of idFields) {
    const { part, field, kind } = idField
    const isObject = object && at(object) === at(idField)
    const optional = call[part]?.shape[field]?.safeParse(undefined).success
    if (
      row.omit?.includes(field) ||
      (optional && kind === 'user' && !isObject && at(idField) !== hintOf(call))
    )
      continue
    const fixtures = isObject && whose === 'foreign' ? seed.fixtures[foreignFixturesOf(who)] : own
    given[part][field] =
      isObject && whose === 'absent' ? absentOf(kind) : idOf(fixtures, kind, row.state ?? 'published', kinds)
  }
  // A blocked person sends the own account to the login, although the login is refused.
  if (who === 'blocked' && whose === 'own' && object?.kind === 'telegram_user')
    given[object.part][object.field] = seed.refused.blocked.account.id
  Object.assign(
    given.body,
    row.body?.(own, whose === 'foreign' ? seed.fixtures[foreignFixturesOf(who)] : own),
  )
  Object.assign(given.query, row.query)
  const part = (key: Part) => samplePart(name, call, key, given[key])
  return { params: part('params'), query: part('query'), body: part('body') }
}

function credentialOf({ api, seed }: AccessSetup, { call, who }: Cell): Record<string, string> {
  if (who === 'nobody') return {}
  const person = isMember(who) ? seed.fixtures[who].person : seed.refused[who]
  if (call.access !== 'launch') return { authorization: `Bearer ${person.token}` }
  const { config, now } = api.ctx
  const at = new Date(now().getTime() - (who === 'expired' ? 2 * 86_400_000 : 0))
  const launch = who === 'revoked' ? person.launch : launchData(person.account, config.BOT_TOKEN, at)
  return { authorization: `tma ${launch}` }
}

/** The request of a cell, in the form that a client sends. */
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

/** The server's outcome: `accepted`, or the code of the refusal. */
export async function answerTo(setup: AccessSetup, request: InjectOptions) {
  const answer = await setup.api.server.inject(request)
  // One cause: an action inside a transaction waits for a second connection, and the pool has only one.
  if (answer.statusCode >= 500) throw new Error(`${request.method} ${request.url} answers ${answer.body}`)
  const isAccepted = [200, 302, 303].includes(answer.statusCode)
  const outcome: string = isAccepted ? 'accepted' : answer.json().code
  return { outcome, text: `${answer.headers.location ?? ''} ${answer.body}` }
}
