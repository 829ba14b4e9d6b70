import type { UploadRules } from '#contract/calls/call.ts'
import type { Calls } from '#contract/calls/index.ts'
import { translations } from '#web/client/i18n-runtime.ts'
import type { CallName, InputOf, ReplyOf } from './api.ts'
import { readReply } from './http.ts'
import { withToken } from './session.ts'
import { toRequestUrl, type UrlParts } from './url.ts'

/** API calls that upload a file. */
export type UploadName = {
  [K in CallName]: Calls[K] extends { upload: UploadRules } ? K : never
}[CallName]
type Options = { onProgress?: (share: number) => void; signal?: AbortSignal }
type Parts = UrlParts & { body?: object; upload: Blob }

/**
 * Makes an API call with a file. The call has no timeout, reports its progress (0 to 1) and can be aborted by a signal.
 * @throws ApiError
 */
export async function upload<K extends UploadName>(
  name: K,
  input: InputOf<K>,
  options: Options = {},
): Promise<ReplyOf<K>> {
  const { upload: file, body, ...parts } = input as Parts
  const form = new FormData()
  for (const [key, value] of Object.entries(body ?? {})) form.append(key, String(value))
  form.append('file', file)
  const reply = await withToken((token) => readReply(send(name, parts, form, token, options)))
  return reply as ReplyOf<K>
}

/** The upload uses `XMLHttpRequest`, because `fetch` reports no upload progress. */
function send(
  name: string,
  parts: UrlParts,
  form: FormData,
  token: string,
  { onProgress, signal }: Options,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const { method, url } = toRequestUrl(name, parts)
    request.open(method, url)
    request.setRequestHeader('authorization', `Bearer ${token}`)
    request.setRequestHeader('accept-language', translations.language)
    request.upload.onprogress = ({ loaded, total }) => total > 0 && onProgress?.(loaded / total)
    request.onload = () => resolve(new Response(request.responseText, { status: request.status }))
    request.onerror = () => reject(new TypeError('network'))
    request.onabort = () => reject(new DOMException('', 'AbortError'))
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    if (signal?.aborted) reject(signal.reason)
    else request.send(form)
  })
}
