import type { BootState } from '#web/start/boot-state.ts'

/**
 * Replaces `#web/start/boot-state.ts` and `#web/client/http/session.ts` on the server, because the server has no
 * launch.
 */
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

/** The server has no access token, so it makes no API call. */
export function withToken(): Promise<never> {
  return session()
}

export const dropSession = (): void => undefined
