import type { Language } from '#contract/languages.ts'
import { limits } from '#contract/limits.ts'
import { spokenLanguage } from './language.ts'
import type { Launch } from './launch.ts'

/** A call that is already on its way; `content` names it as web/client/api.ts does. */
export type FirstData = { content: string; language: Language; reply: Promise<Response> }

type Asked = { name: string; method: 'GET' | 'POST'; path: string; parts: { params?: object; body?: object } }

const home = '/api/users/client_home'
/** What a client's first screen asks for. */
const homeCall: Asked = { name: `GET ${home}`, method: 'GET', path: home, parts: {} }

/** What the first screen will ask for. Other screens ask for themselves. */
function firstCall(linked: string | null): Asked | null {
  const path = linked ?? location.pathname
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

const contentOf = ({ name, parts }: Asked) => `${name} ${JSON.stringify(parts)}`

/** Asks for the first screen's data as soon as the login has answered, while the application is being loaded. */
export function askFirstData(
  launch: Launch,
  linked: string | null,
  login: Promise<Response>,
): FirstData | null {
  const usual = firstCall(linked)
  if (!usual) return null
  const language = spokenLanguage(launch)
  const send = async () => {
    // The application reads the answer of the login itself: this is a copy.
    const { tokens, user } = await (await login).clone().json()
    const call = usual.method === 'POST' && user.is_client ? homeCall : usual
    data.content = contentOf(call)
    const { method, path, parts } = call
    const headers: Record<string, string> = {
      authorization: `Bearer ${tokens.access_token}`,
      'accept-language': language,
    }
    if (parts.body) headers['content-type'] = 'application/json'
    return fetch(path, { method, headers, body: parts.body && JSON.stringify(parts.body) })
  }
  const data: FirstData = { content: contentOf(usual), language, reply: send() }
  data.reply.catch(() => undefined) // the code that takes the answer gets the error
  return data
}
