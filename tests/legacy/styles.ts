import type { Fields } from './step.ts'

/** A request before it is serialised. */
export type Request = { method: string; path: string; query: Fields; body: Fields | undefined }

/** A client's way to send the same request. */
export type Style = {
  name: string
  /** Rewrites the request. */
  change: (request: Request) => Request
  /** Sends bodies as forms instead of JSON if all values are plain. */
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

/** Moves fields of the body into the query and vice versa, if both can hold them. */
function swapQueryAndBody({ query, body, ...rest }: Request): Request {
  if (rest.method === 'GET' || (body && !isPlain(body))) return { ...rest, query, body }
  return { ...rest, query: body ?? {}, body: Object.keys(query).length ? query : undefined }
}

/** Sends the value of an edit under the name in the path instead of the literal key `field`. */
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
