import type { Access, Call } from '#contract/calls/call.ts'
import { AppError } from '#contract/errors.ts'
import { view } from '#contract/policies.ts'
import { isMember } from '#services/chat/room-queries.ts'
import type { UserContext } from '#services/core/request-context.ts'
import { findListingFacts } from '#services/listings/access.ts'
import { findRole } from '#services/users/people/queries.ts'

export type ParsedInput = { params?: unknown; query?: unknown; body?: unknown }

/** Reads a field of the parsed request by its path, such as `body.project_id`. */
function readPath(input: ParsedInput, path: string): number | undefined {
  const [part, name] = path.split('.') as [keyof ParsedInput, string]
  return (input[part] as Record<string, number> | undefined)?.[name]
}

/**
 * Checks the caller's id that old clients may send: it must be the id of the session.
 * @throws not_owner
 */
function checkSelf(ctx: UserContext, hint: number | undefined): void {
  if (hint !== undefined && hint !== ctx.viewer.id) throw new AppError('not_owner')
}

/**
 * Checks that the listing belongs to the caller.
 * @throws not_found if the caller may not see the listing, not_owner if the listing is visible but belongs to somebody
 * else
 */
async function checkOwner(ctx: UserContext, listing_id: number | undefined): Promise<void> {
  const facts =
    listing_id === undefined ? undefined : await findListingFacts(ctx.db, listing_id, ctx.viewer.id)
  const role = await findRole(ctx.db, ctx.viewer.id)
  if (!facts || view({ id: ctx.viewer.id, is_moderator: role !== 'user' }, facts))
    throw new AppError('not_found')
  if (facts.author_id !== ctx.viewer.id) throw new AppError('not_owner')
}

/**
 * Checks that the caller is one of the two members of a chat. Everybody else, moderators included, gets the error for a
 * chat that does not exist.
 */
async function checkMember(ctx: UserContext, room_id: number | undefined): Promise<void> {
  if (room_id === undefined || !(await isMember(ctx.lists, room_id, ctx.viewer.id)))
    throw new AppError('not_found')
}

/**
 * Refuses calls for staff to all other people: with `forbidden` if the call declares this error, else with `not_found`.
 * The check runs before the input is parsed.
 */
export async function checkRole(ctx: UserContext, { access, errors }: Call): Promise<void> {
  if (access !== 'moderator' && access !== 'admin') return
  const role = await findRole(ctx.db, ctx.viewer.id)
  if (role !== 'admin' && role !== access)
    throw new AppError(errors?.includes('forbidden') ? 'forbidden' : 'not_found')
}

/**
 * Checks the access rules that the contract declares for a call against the parsed input.
 * @throws not_owner, not_found
 */
export async function checkAccess(ctx: UserContext, access: Access, input: ParsedInput): Promise<void> {
  if (typeof access === 'string') return
  if ('self' in access && access.self) checkSelf(ctx, readPath(input, access.self))
  if ('owner' in access) await checkOwner(ctx, readPath(input, access.owner))
  if ('member' in access) await checkMember(ctx, readPath(input, access.member))
}
