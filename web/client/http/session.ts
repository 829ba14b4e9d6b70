import type { Reply } from '#contract/calls/call.ts'
import type { Calls } from '#contract/calls/index.ts'
import { bootState } from '#web/start/boot-state.ts'
import { loginRequest } from '#web/start/session/login.ts'
import { readSaved, removeSaved, saveSession } from '#web/start/session/saved-session.ts'
import { ApiError, readReply } from './http.ts'

/** Response of a login: the token and the user. */
export type Session = Reply<Calls['POST /auth/login']>

const { launch } = bootState
let current: Session | null = readSaved(launch)
let pendingSession: Promise<Session> | null = null

/** Returns the current session. Logs in with the launch data if there is none. Parallel callers share one login. */
export function session(): Promise<Session> {
  if (current) return Promise.resolve(current)
  pendingSession ??= login().finally(() => {
    pendingSession = null
  })
  return pendingSession
}

let refusalListener: (error: ApiError) => void = () => undefined

/** Registers the listener that is called when a session cannot be renewed or the user is blocked. */
export function onRefusal(listener: (error: ApiError) => void): void {
  refusalListener = listener
}

async function login(): Promise<Session> {
  if (!launch.initData) throw new ApiError('init_data_required')
  // The start script sent the first login request before this file was loaded.
  const first = bootState.login
  bootState.login = null
  const reply = await readReply(first ?? fetch(loginRequest(launch))).catch((error: ApiError) => {
    if (error.status === 401) refusalListener(error)
    throw error
  })
  current = reply as Session
  saveSession(launch, current)
  return current
}

/** Deletes the access token, so that the next call logs in again. */
export function dropSession(): void {
  current = null
  removeSaved(launch)
}

/** Runs a request with the access token. After a response 401 it logs in again and repeats the request once. */
export async function withToken<T>(run: (token: string) => Promise<T>): Promise<T> {
  const first = (await session()).tokens.access_token
  try {
    return await run(first)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'blocked') refusalListener(error)
    if (!(error instanceof ApiError) || error.status !== 401) throw error
    dropSession()
    return run((await session()).tokens.access_token)
  }
}
