import { chosenLanguage, spokenLanguage } from './language.ts'
import type { Launch } from './launch.ts'

const timeoutMs = 15_000

/** Returns the login request. The launch data authenticates the user; the ids and the language are hints. */
export function loginRequest(launch: Launch): Request {
  return new Request('/auth/login', {
    method: 'POST',
    headers: {
      authorization: `tma ${launch.initData}`,
      'content-type': 'application/json',
      'accept-language': spokenLanguage(launch),
    },
    body: JSON.stringify({
      telegram_id: launch.userId ?? undefined,
      ui_language: chosenLanguage(launch),
      tells_ready: true,
    }),
    signal: AbortSignal.timeout(timeoutMs),
  })
}
