import fc from 'fast-check'
import type { Call } from '#contract/calls/call.ts'
import { fieldsOf, ownId } from './shapes.ts'
import { brokenBodies, contentTypes, hostileString, hostileValue } from './values.ts'

type Fields = Record<string, unknown>
type Raw = { type: string; bytes: Buffer }

/** A request without the sender's id and session token, which are filled in later. */
export type RequestDraft = {
  params: Fields
  query: Fields
  /** Text that is appended to the query string without encoding. */
  tail: string
  body: Fields | unknown
  raw: Raw | undefined
  headers: Record<string, string>
  /** Number that selects the session of the request's sender. */
  sender: number
}

const tails = [
  '',
  '',
  '',
  '&a=1&a=2',
  '&user_id=1&user_id=2',
  '&__proto__[x]=1&constructor=1&__proto__=2',
  '&%00=%00&x=%ff%fe',
  '&x=%ed%a0%80',
  '&%zz',
  '&[]=1&a[b]=2',
  `&x=${'y'.repeat(6000)}`,
  `&${'z=1&'.repeat(1500)}`,
  '#fragment',
  '?&&==',
]
const paths = [
  'a',
  '0',
  '-1',
  '1.0',
  '1e3',
  '%00',
  '%ff',
  '%2e%2e%2f',
  '..%2f..%2fetc%2fpasswd',
  '%',
  '%zz',
  '١',
  '1%20',
  '9223372036854775807',
  '99999999999999999999',
  'x'.repeat(65),
  'x'.repeat(5000),
  '1;drop',
  '__proto__',
  '1/',
  '1//2',
  '*',
  '{id}',
  ':id',
]
const headerValues: fc.Arbitrary<Record<string, string>> = fc.constantFrom<Record<string, string>[]>(
  {},
  {},
  {},
  {},
  { 'accept-language': 'en;q=abc,,;' },
  { 'accept-language': 'x'.repeat(3000) },
  { 'idempotency-key': 'same' },
  { 'idempotency-key': 'k'.repeat(300) },
  { 'if-none-match': 'W/"x", *' },
  { 'content-length': '-1' },
  { origin: 'https://evil.example' },
  { 'x-forwarded-for': "1.1.1.1, ' or 1=1" },
  { range: 'bytes=0-999999999999' },
  { 'last-event-id': '99999999999999999999' },
  { 'x-request-id': '\u00ff' },
)

/** Replaces one field of a plausible object by a hostile value, or adds an unknown field to the object. */
function alterField(fields: fc.Arbitrary<Fields>): fc.Arbitrary<Fields> {
  return fc
    .tuple(
      fields,
      hostileValue,
      fc.nat(),
      fc.constantFrom('field', 'field', 'field', 'field', 'field', 'field', 'extra', 'extra', 'proto'),
    )
    .map(([all, value, at, how]) => {
      const names = Object.keys(all)
      const name = names[at % Math.max(1, names.length)]
      if (how === 'field' && name !== undefined) return { ...all, [name]: value }
      // The object is parsed from text, because JSON.parse creates `__proto__` as an own property and an object literal
      // does not.
      if (how === 'proto') return JSON.parse(`{"__proto__": {"role": "admin"}, "x": 1}`) as Fields
      return { ...all, extra: value }
    })
}

function eitherOf<T>(usual: fc.Arbitrary<T>, unusual: fc.Arbitrary<T>): fc.Arbitrary<T> {
  return fc.oneof({ weight: 1, arbitrary: usual }, { weight: 1, arbitrary: unusual })
}

/** Some paths must contain the caller's own id. Four of five requests use that id. */
function ownPath(call: Call, params: fc.Arbitrary<Fields>): fc.Arbitrary<Fields> {
  const self = typeof call.access === 'object' && 'self' in call.access ? call.access.self : undefined
  const name = self?.startsWith('params.') ? self.slice('params.'.length) : undefined
  if (name === undefined) return params
  return fc.oneof({ weight: 4, arbitrary: params.map((all) => ({ ...all, [name]: ownId })) }, params)
}

/** Generates requests for an API call: nearly valid ones, altered ones and garbage. */
export function requestsTo(call: Call): fc.Arbitrary<RequestDraft> {
  const part = (of: 'params' | 'query' | 'body') => {
    const fields = fieldsOf(call[of])
    return eitherOf(fields, alterField(fields))
  }
  const path = fc.oneof(
    { weight: 9, arbitrary: ownPath(call, fieldsOf(call.params)) },
    {
      weight: 1,
      arbitrary: fc
        .oneof(fc.constantFrom(...paths), hostileString.map(encode))
        .map((text) =>
          Object.fromEntries(Object.keys(call.params?.shape ?? {}).map((name) => [name, { text }])),
        ),
    },
  )
  const raw = fc.record({ type: fc.constantFrom(...contentTypes), bytes: fc.constantFrom(...brokenBodies) })
  return fc.record({
    params: path,
    query: part('query'),
    tail: fc.constantFrom(...tails),
    body: fc.oneof({ weight: 6, arbitrary: part('body') }, { weight: 1, arbitrary: hostileValue }),
    raw: fc.oneof(
      { weight: call.upload ? 1 : 6, arbitrary: fc.constant(undefined) },
      { weight: 1, arbitrary: raw },
    ),
    headers: headerValues,
    sender: fc.nat(),
  })
}

/** Percent-encodes a text for a URL. Replaces lone surrogates, because encodeURIComponent throws on them. */
export function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}
