import type { BootState } from '#web/start/boot-state.ts'

/** In place of `#web/start/boot-state.ts` and `#web/client/session.ts` on the server, where there is no launch. */
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
  linkedPath: null,
  startedAt: 0,
  login: null,
  firstData: null,
}

export function session(): Promise<never> {
  return Promise.reject(new Error('the server renders for nobody'))
}

/** On the server there is no token, so no call is made. */
export function withToken(): Promise<never> {
  return session()
}

export const dropSession = (): void => undefined
