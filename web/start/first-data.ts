import type { Language } from '#contract/languages.ts'
import { limits } from '#contract/limits.ts'
import { spokenLanguage } from '#web/start/session/language.ts'
import type { Launch } from '#web/start/session/launch.ts'

/**
 * An API request that is sent before the application has loaded. `content` is the name and input of the call as one
 * text. web/client/http/api.ts takes the reply if it makes a call with the same text.
 */
export type FirstData = { content: string; language: Language; reply: Promise<Response> }

type CallRequest = {
  name: string
  method: 'GET' | 'POST'
  path: string
  parts: { params?: object; body?: object }
}

const home = '/api/users/client_home'
/** API call that loads a client's home screen. */
const homeCall: CallRequest = { name: `GET ${home}`, method: 'GET', path: home, parts: {} }

/** Returns the API call that loads the first screen. `null` for screens that load their data themselves. */
function firstCall(linkedPath: string | null): CallRequest | null {
  const path = linkedPath ?? location.pathname
  const [, kind, id] = /^\/(order|vacancy)\/(\d+)$/.exec(path) ?? []
  if (kind && id) {
    const noun = kind === 'order' ? 'projects' : 'vacancy'
    return {
      name: `GET /api/${noun}/:id/full_info`,
      method: 'GET',
      path: `/api/${noun}/${id}/full_info`,
      parts: { params: { id: Number(id) } },
    }
  }
  if (path !== '/' && path !== '/search/personal') return null
  const jobs = '/api/users/freelancer_jobs'
  return {
    name: `POST ${jobs}`,
    method: 'POST',
    path: jobs,
    parts: { body: { limit: limits.collection.size, offset: 0 } },
  }
}

const contentOf = ({ name, parts }: CallRequest) => `${name} ${JSON.stringify(parts)}`

/** Requests the first screen's data right after the login, while the application loads. */
export function requestFirstData(
  launch: Launch,
  linkedPath: string | null,
  login: Promise<Response>,
): FirstData | null {
  const defaultCall = firstCall(linkedPath)
  if (!defaultCall) return null
  const language = spokenLanguage(launch)
  const sendFirst = async () => {
    // The response is cloned, because the application reads the login response itself.
    const { tokens, user } = await (await login).clone().json()
    const call = defaultCall.method === 'POST' && user.is_client ? homeCall : defaultCall
    data.content = contentOf(call)
    const { method, path, parts } = call
    const headers: Record<string, string> = {
      authorization: `Bearer ${tokens.access_token}`,
      'accept-language': language,
    }
    if (parts.body) headers['content-type'] = 'application/json'
    return fetch(path, { method, headers, body: parts.body && JSON.stringify(parts.body) })
  }
  const data: FirstData = { content: contentOf(defaultCall), language, reply: sendFirst() }
  data.reply.catch(() => undefined) // errors are ignored here: the code that takes the reply gets them
  return data
}
