import type { Input, Reply } from '#contract/calls/call.ts'
import type { Calls } from '#contract/calls/index.ts'
import { translations } from '#web/client/i18n-runtime.ts'
import { bootState } from '#web/start/boot-state.ts'
import { readReply } from './http.ts'
import { untilCancelled } from './pending-calls.ts'
import { withToken } from './session.ts'
import { toRequestUrl, type UrlParts } from './url.ts'

export type CallName = keyof Calls
export type InputOf<K extends CallName> = Input<Calls[K]>
export type ReplyOf<K extends CallName> = Reply<Calls[K]>
type Options = {
  signal?: AbortSignal
  /** Idempotency key. It is required if the user intends to create the same content twice. */
  key?: string
}
/** Arguments of an API call. The input may be omitted if none of its fields is required. */
type Arguments<K extends CallName> =
  object extends InputOf<K> ? [input?: InputOf<K>, options?: Options] : [input: InputOf<K>, options?: Options]

type Idempotent = { [K in CallName]: Calls[K] extends { idempotent: true } ? K : never }[CallName]

/** API calls that create something. A repeated request with the same idempotency key returns the first response. */
const idempotent: Record<Idempotent, true> = {
  'POST /api/projects/create': true,
  'POST /api/projects/add_resp': true,
  'POST /api/vacancy/create': true,
  'POST /api/vacancy/add_resp': true,
  'POST /api/saved_searches': true,
  'POST /api/response_templates': true,
  'POST /api/services/:id/requests': true,
  'POST /chat/send_msg': true,
  'POST /pay/generate-payment-robokassa': true,
}

const timeoutMs = 20_000
/**
 * Idempotency keys of create requests that got no response. A repeated request with the same content reuses the key.
 */
const pendingKeys = new Map<string, string>()

type Parts = UrlParts & { body?: unknown }

const contentOf = (name: CallName, input: unknown) => `${name} ${JSON.stringify(input ?? {})}`

/**
 * Returns the pending idempotency key of a request with this content, or a new key. The key is no longer pending
 * afterwards.
 */
export function takePendingKey<K extends CallName>(name: K, input: InputOf<K>): string {
  const content = contentOf(name, input)
  const key = pendingKeys.get(content) ?? crypto.randomUUID()
  pendingKeys.delete(content)
  return key
}

/** Makes an API call. Logs in first if there is no session. @throws ApiError */
export async function api<K extends CallName>(
  name: K,
  ...[input, options]: Arguments<K>
): Promise<ReplyOf<K>> {
  const inputParts = (input ?? {}) as Parts
  const content = contentOf(name, inputParts)
  // The header asks for category names and error texts in the language of the app, not of the browser.
  const headers: Record<string, string> = { 'accept-language': translations.language }
  if (name in idempotent) {
    const key = options?.key ?? pendingKeys.get(content) ?? crypto.randomUUID()
    if (!options?.key) pendingKeys.set(content, key)
    headers['idempotency-key'] = key
  }
  const sendAndRead = () =>
    readReply(takePrefetched(content) ?? send(name, inputParts, headers, options?.signal))
  // Outside Telegram nobody can log in, but public calls work without a login.
  const answer = bootState.launch.initData
    ? withToken((token) => {
        headers.authorization = `Bearer ${token}`
        return sendAndRead()
      })
    : sendAndRead()
  const reply = await untilCancelled(answer)
  pendingKeys.delete(content)
  return reply as ReplyOf<K>
}

/**
 * Returns the response that the start script requested in advance, once, and only if the app still has the same
 * language.
 */
function takePrefetched(content: string): Promise<Response> | null {
  if (bootState.firstData?.content !== content) return null
  const { reply, language } = bootState.firstData
  bootState.firstData = null
  return language === translations.language ? reply : null
}

function send(
  name: string,
  { body, ...parts }: Parts,
  headers: Record<string, string>,
  signal?: AbortSignal,
) {
  const { method, url } = toRequestUrl(name, parts)
  const timeout = AbortSignal.timeout(timeoutMs)
  return fetch(url, {
    method,
    headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  })
}
