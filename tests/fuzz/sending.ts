import type { InjectOptions } from 'fastify'
import type { Call } from '#contract/calls/call.ts'
import { encode, type RequestDraft } from './requests.ts'
import { ownId } from './shapes.ts'

type Sender = { id: number; authorization: string | undefined }

function fillOwnId(value: unknown, id: number): unknown {
  return value === ownId ? id : value
}

/** Inserts the path parameters. A plain value is encoded; a value of the form `{ text }` is inserted unencoded. */
function pathOf(path: string, params: RequestDraft['params'], id: number): string {
  return path.replace(/:(\w+)/g, (_, name: string) => {
    const value = fillOwnId(params[name], id)
    const isRawText = typeof value === 'object' && value !== null && 'text' in value
    return isRawText ? String(value.text) : encode(String(value))
  })
}

function queryOf(query: RequestDraft['query'], id: number): string {
  const pairs = Object.entries(query).map(([name, value]) => {
    const text = typeof value === 'object' && value !== null ? shortJson(value) : String(fillOwnId(value, id))
    return `${encode(name)}=${encode(text.slice(0, 8000))}`
  })
  return pairs.join('&')
}

function shortJson(value: object): string {
  return JSON.stringify(value).slice(0, 2000)
}

function withOwnId(body: unknown, id: number): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, fillOwnId(value, id)]))
}

/** Builds the request as it is sent to the server. */
export function requestOf(name: string, call: Call, draft: RequestDraft, sender: Sender): InjectOptions {
  const [method, path = ''] = name.split(' ') as ['GET', string]
  const url = `${pathOf(path, draft.params, sender.id)}?${queryOf(draft.query, sender.id)}${draft.tail}`
  const authorization = sender.authorization === undefined ? {} : { authorization: sender.authorization }
  const headers = { ...draft.headers, ...authorization }
  if (method === 'GET') return { method, url, headers }
  if (draft.raw)
    return { method, url, headers: { ...headers, 'content-type': draft.raw.type }, payload: draft.raw.bytes }
  if (!call.body && Object.keys((draft.body as object) ?? {}).length === 0) return { method, url, headers }
  const payload = JSON.stringify(withOwnId(draft.body, sender.id)) ?? ''
  return { method, url, headers: { ...headers, 'content-type': 'application/json' }, payload }
}
