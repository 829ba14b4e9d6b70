import type { Call } from '#contract/calls/call.ts'
import type { IdKind } from '#contract/calls/ids.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { Cell, Ownership } from './cells.ts'
import type { State } from './fixture-listings.ts'
import type { Fixtures } from './fixtures.ts'
import { isMember, type Principal } from './people.ts'

export type Code = ErrorCode | 'accepted'
/** Expected outcome of a call: one code for everybody, or a code for some people and one code for all others. */
type ExpectedCodes = Code | (Partial<Record<Principal, Code>> & { others: Code })

/** Expected outcomes of a call that do not follow from its access rule alone. */
export type Row = Partial<Record<Ownership, ExpectedCodes>> & {
  /** State of the listing that the call is tested with; `published` by default. */
  state?: State
  /** The name of the field with the varied id. It is the id of an own object, of a foreign one, or of none. */
  object?: string
  omit?: string[]
  /**
   * @param own fixtures of the caller
   * @param object fixtures of the person to whom the object in the call belongs
   */
  body?: (own: Fixtures, object: Fixtures) => Record<string, unknown>
  query?: Record<string, unknown>
}

import { rows } from './rows.ts'
import { roleFor } from './staff-calls.ts'

export const rowOf = (name: string): Row => rows[name] ?? {}

/**
 * Kinds of objects that are visible only to the people involved and to staff. Everybody can see objects of other kinds.
 */
const privateKinds: IdKind[] = [
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
  'service_request',
  'template',
  'confirmation',
]

function codeFor(codes: ExpectedCodes, principal: Principal): Code {
  return typeof codes === 'string' ? codes : (codes[principal] ?? codes.others)
}

/** Error code of a call that authentication refuses. Authentication comes before the check of any field. */
function authenticationRefusal({ access }: Call, principal: Principal): Code | undefined {
  if (access === 'provider') return 'provider_refused'
  if (access === 'ticket') return 'unauthenticated'
  if (access === 'launch')
    return principal === 'nobody'
      ? 'init_data_required'
      : principal === 'expired'
        ? 'session_expired'
        : undefined
  if (access === 'anyone') return undefined
  const refusals: Partial<Record<Principal, Code>> = {
    nobody: 'unauthenticated',
    expired: 'session_expired',
    revoked: 'session_expired',
    blocked: 'blocked',
  }
  return refusals[principal]
}

/** Expected outcome of a cell of the access matrix. The refusals are checked in the order of rule C11. */
export function expectedOf({ name, call, principal, ownership }: Cell, kind: IdKind | undefined): Code {
  const { access, errors } = call
  const refusal = authenticationRefusal(call, principal)
  if (refusal) return refusal
  const role = roleFor(name)
  if (role && principal !== 'admin' && principal !== role)
    return errors?.includes('forbidden') ? 'forbidden' : 'not_found'
  const codes = rowOf(name)[ownership]
  if (codes) return codeFor(codes, principal)
  if (ownership === 'own' || !kind) return 'accepted'
  if (access === 'launch') return 'not_owner'
  if (typeof access === 'object') {
    if ('owner' in access) return ownership === 'absent' ? 'not_found' : foreignListing(name, principal)
    if ('member' in access)
      return ownership === 'foreign' && principal === 'counterpart' ? 'accepted' : 'not_found'
    if (kind === 'user') return 'not_owner'
  }
  if (ownership === 'absent') return 'not_found'
  return privateKinds.includes(kind) ? 'not_found' : 'accepted'
}

/** For a listing that the viewer can see, the error code is `not_owner`. For any other listing it is `not_found`. */
function foreignListing(name: string, principal: Principal): Code {
  const isOpen = ['published', 'working'].includes(rowOf(name).state ?? 'published')
  const isStaff = principal === 'moderator' || principal === 'admin'
  return isOpen || isStaff || !isMember(principal) ? 'not_owner' : 'not_found'
}
