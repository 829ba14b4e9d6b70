import type { Access, Call } from '#contract/calls/call.ts'
import { AppError } from '#contract/errors.ts'
import { view } from '#contract/policies.ts'
import { isMember } from '#services/chat/room-queries.ts'
import type { UserContext } from '#services/core/request-context.ts'
import { findListingFacts } from '#services/listings/access.ts'
import { findRole } from '#services/users/people/queries.ts'

export type Parsed = { params?: unknown; query?: unknown; body?: unknown }

/** The value at a place such as `body.project_id` of the parsed request. */
function at(input: Parsed, place: string): number | undefined {
  const [part, name] = place.split('.') as [keyof Parsed, string]
  return (input[part] as Record<string, number> | undefined)?.[name]
}

/** An own-identity hint must name the caller, when it is sent. */
function checkSelf(ctx: UserContext, hint: number | undefined): void {
  if (hint !== undefined && hint !== ctx.viewer.id) throw new AppError('not_owner')
}

/** A listing one may not see does not exist; one that is seen but foreign is refused. */
async function checkOwner(ctx: UserContext, listing_id: number | undefined): Promise<void> {
  const facts =
    listing_id === undefined ? undefined : await findListingFacts(ctx.db, listing_id, ctx.viewer.id)
  const role = await findRole(ctx.db, ctx.viewer.id)
  if (!facts || view({ id: ctx.viewer.id, is_moderator: role !== 'user' }, facts))
    throw new AppError('not_found')
  if (facts.author_id !== ctx.viewer.id) throw new AppError('not_owner')
}

/** Messages are private: for anybody but its two people a room does not exist, not even for moderators. */
async function checkMember(ctx: UserContext, room_id: number | undefined): Promise<void> {
  if (room_id === undefined || !(await isMember(ctx.lists, room_id, ctx.viewer.id)))
    throw new AppError('not_found')
}

/**
 * Calls for staff do not exist for others, unless a call says `forbidden` itself; asked before the input is
 * looked at.
 */
export async function checkRole(ctx: UserContext, { access, errors }: Call): Promise<void> {
  if (access !== 'moderator' && access !== 'admin') return
  const role = await findRole(ctx.db, ctx.viewer.id)
  if (role !== 'admin' && role !== access)
    throw new AppError(errors?.includes('forbidden') ? 'forbidden' : 'not_found')
}

/** @throws not_owner, not_found by the access of the call and the parsed input */
export async function checkAccess(ctx: UserContext, access: Access, input: Parsed): Promise<void> {
  if (typeof access === 'string') return
  if ('self' in access && access.self) checkSelf(ctx, at(input, access.self))
  if ('owner' in access) await checkOwner(ctx, at(input, access.owner))
  if ('member' in access) await checkMember(ctx, at(input, access.member))
}
