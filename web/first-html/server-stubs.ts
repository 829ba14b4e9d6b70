import type { BootState } from '#web/start/boot-state.ts'

/** In place of `#web/start/boot-state.ts` and `#web/client/session.ts` on the server, where nobody has launched anything. */
export const bootState: BootState = {
  launch: {
    initData: '',
    userId: null,
    languageCode: null,
    startParam: null,
    platform: 'unknown',
    version: '6.0',
    theme: {},
    isFresh: false,
  },
  startedAt: 0,
  login: null,
  firstData: null,
}

export function session(): Promise<never> {
  return Promise.reject(new Error('the server renders for nobody'))
}

/** Without a token nothing is asked for. */
export function withToken(): Promise<never> {
  return session()
}

export const dropSession = (): void => undefined
