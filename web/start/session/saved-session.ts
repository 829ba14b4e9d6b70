import type { Reply } from '#contract/calls/call.ts'
import type { Calls } from '#contract/calls/index.ts'
import type { Launch } from './launch.ts'
import { storeIfPossible } from './storage.ts'

type Session = Reply<Calls['POST /auth/login']>

const key = (launch: Launch) => `otklik:session:${launch.userId}`
/** Time before its expiry from which a stored token is not used any more. */
const marginMs = 30_000

function subjectOf(token: string): string | null {
  try {
    const payload = token.split('.')[1] ?? ''
    return String(JSON.parse(atob(payload.replace(/-/g, '+').replace(/_/g, '/'))).sub)
  } catch {
    return null
  }
}

/** Returns the session that was stored for a reload, if it belongs to the launch's user and has not expired. */
export function readSaved(launch: Launch): Session | null {
  const savedSession = parse(sessionStorage.getItem(key(launch)))
  if (!savedSession) return null
  const isOwn =
    savedSession.user.telegram_id === launch.userId &&
    subjectOf(savedSession.tokens.access_token) === String(savedSession.user.id)
  if (isOwn && Date.parse(savedSession.tokens.expires_at) - Date.now() > marginMs) return savedSession
  removeSaved(launch)
  return null
}

function parse(text: string | null): Session | null {
  try {
    return text ? (JSON.parse(text) as Session) : null
  } catch {
    return null
  }
}

/** Stores the session for a reload. Errors are ignored, because without a stored session the reload logs in again. */
export function saveSession(launch: Launch, session: Session): void {
  storeIfPossible(sessionStorage, key(launch), JSON.stringify(session))
}

export function removeSaved(launch: Launch): void {
  sessionStorage.removeItem(key(launch))
}
