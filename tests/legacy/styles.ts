import type { Fields } from './step.ts'

/** A request before its body and query are serialised. */
export type Request = { method: string; path: string; query: Fields; body: Fields | undefined }

/** A way in which a client sends requests. All ways must have the same effect. */
export type Style = {
  name: string
  /** Changes the request into this client's form. */
  change: (request: Request) => Request
  /** True if a body with plain values is sent as a form instead of JSON. */
  isForm?: boolean
}

function withTextValues(value: unknown): unknown {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (Array.isArray(value)) return value.map(withTextValues)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withTextValues(inner)]))
}

function isPlain(fields: Fields): boolean {
  return Object.values(fields).every((value) => typeof value !== 'object')
}

/** Moves the fields of the body into the query and those of the query into the body, where possible. */
function swapQueryAndBody({ query, body, ...rest }: Request): Request {
  if (rest.method === 'GET' || (body && !isPlain(body))) return { ...rest, query, body }
  return { ...rest, query: body ?? {}, body: Object.keys(query).length ? query : undefined }
}

/** Sends the new value of a field under the field's name instead of the literal key `field`. */
function withFieldName(request: Request): Request {
  const name = /\/edit_(?:project|vacancy)_(\w+)$/.exec(request.path)?.[1]
  if (!name || request.body?.field === undefined) return request
  const { field, ...body } = request.body
  return { ...request, body: { ...body, [name]: field } }
}

export const styles: Style[] = [
  { name: 'exactly as specified', change: (request) => request },
  {
    name: 'with numbers and flags as text, a slash at the end and the names of fields',
    change: (request) => {
      const { query, body, ...rest } = withFieldName(request)
      return {
        ...rest,
        path: `${rest.path}/`,
        query: withTextValues(query) as Fields,
        body: withTextValues(body) as Fields | undefined,
      }
    },
  },
  { name: 'with the fields of bodies in the query and of queries in the body', change: swapQueryAndBody },
  { name: 'with forms', change: (request) => request, isForm: true },
]
