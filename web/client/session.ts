import type { Reply } from '#contract/calls/call.ts'
import type { Calls } from '#contract/calls/index.ts'
import { bootState } from '#web/start/boot-state.ts'
import { loginRequest } from '#web/start/login.ts'
import { readSaved, removeSaved, save } from '#web/start/saved-session.ts'
import { ApiError, readReply } from './http.ts'

/** The answer to a login: the token and the session's own person. */
export type Session = Reply<Calls['POST /auth/login']>

const { launch } = bootState
let current: Session | null = readSaved(launch)
let pending: Promise<Session> | null = null

/** The session; logs in with the launch data when there is none. All who ask meanwhile share one login. */
export function session(): Promise<Session> {
  if (current) return Promise.resolve(current)
  pending ??= enter().finally(() => {
    pending = null
  })
  return pending
}

let tellRefusal: (error: ApiError) => void = () => undefined

/** Hears that nobody can go on with this session: it cannot be renewed, or its person is blocked. */
export function onRefusal(listener: (error: ApiError) => void): void {
  tellRefusal = listener
}

async function enter(): Promise<Session> {
  if (!launch.initData) throw new ApiError('init_data_required')
  // The start script has sent the first login before this file was loaded.
  const first = bootState.login
  bootState.login = null
  const reply = await readReply(first ?? fetch(loginRequest(launch))).catch((error: ApiError) => {
    if (error.status === 401) tellRefusal(error)
    throw error
  })
  current = reply as Session
  save(launch, current)
  return current
}

/** Forgets the token; the next call logs in again, unnoticed. */
export function dropSession(): void {
  current = null
  removeSaved(launch)
}

/** Runs a request with the token; a refused one is dropped and the request repeated once with a fresh one. */
export async function withToken<T>(run: (token: string) => Promise<T>): Promise<T> {
  const first = (await session()).tokens.access_token
  try {
    return await run(first)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'blocked') tellRefusal(error)
    if (!(error instanceof ApiError) || error.status !== 401) throw error
    dropSession()
    return run((await session()).tokens.access_token)
  }
}
