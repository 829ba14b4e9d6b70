import type { Fields, Name, Step, World } from './step.ts'
import type { Style } from './styles.ts'

export type Answer = { status: number; type: string; body: unknown }

/**
 * A client that follows only section 7 of the specification and the three documented ways to send launch data. It
 * stores session tokens. It treats a list answer with a `msg` field as empty.
 */
export class LegacyClient {
  readonly tokens = new Map<Name, string>()
  readonly #origin: string
  readonly #style: Style
  readonly #launch: (name: Name) => string

  constructor(origin: string, style: Style, launch: (name: Name) => string) {
    this.#origin = origin
    this.#style = style
    this.#launch = launch
  }

  async send({ call, as, id, query, body, file }: Step, world: World): Promise<Answer> {
    const [method = '', template = ''] = call.split(' ')
    const path = template.replace(/\{\w+\}/, String(id?.(world)))
    const original = { method, path, query: query?.(world) ?? {}, body: body?.(world) }
    const request = this.#style.change(original)
    const url = `${this.#origin}${request.path}${queryStringOf(request.query)}`
    const headers = this.#headers(call, as)
    if (file) return answerOf(await fetch(url, { method, headers, body: formOf(file()) }))
    const jsonHeaders = { ...headers, ...(method !== 'GET' && { 'content-type': 'application/json' }) }
    const isForm = this.#style.isForm && Object.values(request.body ?? {}).every((v) => typeof v !== 'object')
    if (isForm && request.body) {
      const form = new URLSearchParams(pairsOf(request.body))
      return answerOf(await fetch(url, { method, headers, body: form }))
    }
    // The client sends the JSON content type even without a body, as many HTTP libraries do.
    const text = request.body ? JSON.stringify(request.body) : undefined
    return answerOf(
      await fetch(url, { method, headers: jsonHeaders, ...(text !== undefined && { body: text }) }),
    )
  }

  async read(path: string, as: Name): Promise<unknown> {
    return (await answerOf(await fetch(`${this.#origin}${path}`, { headers: this.#bearer(as) }))).body
  }

  #headers(call: string, as: Name | undefined): Record<string, string> {
    if (!as) return {}
    return isEntry(call) ? { authorization: `tma ${this.#launch(as)}` } : this.#bearer(as)
  }

  #bearer(as: Name): Record<string, string> {
    return { authorization: `Bearer ${this.tokens.get(as) ?? ''}` }
  }
}

/** API calls that a client makes before it has a session token. */
export const entryCalls = ['POST /auth/login', 'POST /api/users/check', 'POST /api/users/create']

function isEntry(call: string): boolean {
  return entryCalls.includes(call)
}

function pairsOf(fields: Fields): [string, string][] {
  return Object.entries(fields).map(([key, value]) => [key, String(value)])
}

function queryStringOf(query: Fields): string {
  const pairs = pairsOf(query)
  return pairs.length ? `?${new URLSearchParams(pairs)}` : ''
}

function formOf({ name, bytes }: { name: string; bytes: Buffer }): FormData {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(bytes)]), name)
  return form
}

async function answerOf(response: Response): Promise<Answer> {
  const body: unknown = await response.json()
  return {
    status: response.status,
    type: response.headers.get('content-type') ?? '',
    body: normalizeList(body),
  }
}

/** Old servers returned `{msg}` for an empty list, and existing clients still handle it. */
export function normalizeList(body: unknown): unknown {
  const isMessage = typeof body === 'object' && body !== null && 'msg' in body
  return isMessage ? [] : body
}
