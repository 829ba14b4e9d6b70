import type { InjectOptions } from 'fastify'
import type { Call } from '#contract/calls/call.ts'
import { encode, type Wish } from './requests.ts'
import { ownId } from './shapes.ts'

type Sender = { id: number; authorization: string | undefined }

function filled(value: unknown, id: number): unknown {
  return value === ownId ? id : value
}

/** Path parameters are plain values, or `{ text }` for text that is inserted unencoded. */
function pathOf(path: string, params: Wish['params'], id: number): string {
  return path.replace(/:(\w+)/g, (_, name: string) => {
    const value = filled(params[name], id)
    const isWritten = typeof value === 'object' && value !== null && 'text' in value
    return isWritten ? String(value.text) : encode(String(value))
  })
}

function queryOf(query: Wish['query'], id: number): string {
  const pairs = Object.entries(query).map(([name, value]) => {
    const text = typeof value === 'object' && value !== null ? shortJson(value) : String(filled(value, id))
    return `${encode(name)}=${encode(text.slice(0, 8000))}`
  })
  return pairs.join('&')
}

function shortJson(value: object): string {
  return JSON.stringify(value).slice(0, 2000)
}

function withOwnId(body: unknown, id: number): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, filled(value, id)]))
}

/** The request as sent to the server. */
export function requestOf(name: string, call: Call, wish: Wish, sender: Sender): InjectOptions {
  const [method, path = ''] = name.split(' ') as ['GET', string]
  const url = `${pathOf(path, wish.params, sender.id)}?${queryOf(wish.query, sender.id)}${wish.tail}`
  const own = sender.authorization === undefined ? {} : { authorization: sender.authorization }
  const headers = { ...wish.headers, ...own }
  if (method === 'GET') return { method, url, headers }
  if (wish.raw)
    return { method, url, headers: { ...headers, 'content-type': wish.raw.type }, payload: wish.raw.bytes }
  if (!call.body && Object.keys((wish.body as object) ?? {}).length === 0) return { method, url, headers }
  const payload = JSON.stringify(withOwnId(wish.body, sender.id)) ?? ''
  return { method, url, headers: { ...headers, 'content-type': 'application/json' }, payload }
}
