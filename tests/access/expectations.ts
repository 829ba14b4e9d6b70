import type { Call } from '#contract/calls/call.ts'
import type { IdKind } from '#contract/calls/ids.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { Cell, Whose } from './cells.ts'
import type { State } from './fixture-listings.ts'
import type { Fixtures } from './fixtures.ts'
import { isMember, type Principal } from './people.ts'

export type Code = ErrorCode | 'accepted'
/** One code for everybody, or codes by person with one for the others. */
type Says = Code | (Partial<Record<Principal, Code>> & { others: Code })

/** Expectations about a call that its access rule alone does not give. */
export type Row = Partial<Record<Whose, Says>> & {
  /** The state of the call's listing; published by default. */
  state?: State
  /** The name of the field whose object is own, foreign or absent. */
  object?: string
  omit?: string[]
  /** @param object the fixtures that the call's object belongs to */
  body?: (own: Fixtures, object: Fixtures) => Record<string, unknown>
  query?: Record<string, unknown>
}

import { rows } from './rows.ts'
import { roleFor } from './staff-calls.ts'

export const rowOf = (name: string): Row => rows[name] ?? {}

/** Kinds of objects that are visible only to their people and to staff; everybody sees the other kinds. */
const hidden: IdKind[] = [
  'response',
  'received_response',
  'room',
  'message',
  'received_message',
  'file',
  'skill',
  'link',
  'service',
  'saved_search',
  'invitation',
  'template',
  'confirmation',
]

function said(says: Says, who: Principal): Code {
  return typeof says === 'string' ? says : (says[who] ?? says.others)
}

/** The refusal by authentication, before any field of the call is checked. */
function atDoor({ access }: Call, who: Principal): Code | undefined {
  if (access === 'provider') return 'provider_refused'
  if (access === 'ticket') return 'unauthenticated'
  if (access === 'launch')
    return who === 'nobody' ? 'init_data_required' : who === 'expired' ? 'session_expired' : undefined
  if (access === 'anyone') return undefined
  const refusals: Partial<Record<Principal, Code>> = {
    nobody: 'unauthenticated',
    expired: 'session_expired',
    revoked: 'session_expired',
    blocked: 'blocked',
  }
  return refusals[who]
}

/** The expected answer of a cell, in the order of refusals (C11). */
export function expectedOf({ name, call, who, whose }: Cell, kind: IdKind | undefined): Code {
  const { access, errors } = call
  const refused = atDoor(call, who)
  if (refused) return refused
  const role = roleFor(name)
  if (role && who !== 'admin' && who !== role)
    return errors?.includes('forbidden') ? 'forbidden' : 'not_found'
  const says = rowOf(name)[whose]
  if (says) return said(says, who)
  if (whose === 'own' || !kind) return 'accepted'
  if (access === 'launch') return 'not_owner'
  if (typeof access === 'object') {
    if ('owner' in access) return whose === 'absent' ? 'not_found' : foreignListing(name, who)
    if ('member' in access) return whose === 'foreign' && who === 'counterpart' ? 'accepted' : 'not_found'
    if (kind === 'user') return 'not_owner'
  }
  if (whose === 'absent') return 'not_found'
  return hidden.includes(kind) ? 'not_found' : 'accepted'
}

/** The refusal is `not_owner` for a listing that the viewer can see, else `not_found`. */
function foreignListing(name: string, who: Principal): Code {
  const isOpen = ['published', 'working'].includes(rowOf(name).state ?? 'published')
  const isStaff = who === 'moderator' || who === 'admin'
  return isOpen || isStaff || !isMember(who) ? 'not_owner' : 'not_found'
}
