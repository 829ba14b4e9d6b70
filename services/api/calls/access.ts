import type { Access, Call } from '#contract/calls/call.ts'
import { AppError } from '#contract/errors.ts'
import { view } from '#contract/policies.ts'
import { isMember } from '#services/chat/room-queries.ts'
import type { UserContext } from '#services/core/request-context.ts'
import { findListingFacts } from '#services/listings/access.ts'
import { findRole } from '#services/users/people/queries.ts'

export type ParsedInput = { params?: unknown; query?: unknown; body?: unknown }

/** Reads a path such as `body.project_id` from the parsed request. */
function readPath(input: ParsedInput, path: string): number | undefined {
  const [part, name] = path.split('.') as [keyof ParsedInput, string]
  return (input[part] as Record<string, number> | undefined)?.[name]
}

/** An identity hint of old clients has to name the caller, if it is sent. */
function checkSelf(ctx: UserContext, hint: number | undefined): void {
  if (hint !== undefined && hint !== ctx.viewer.id) throw new AppError('not_owner')
}

/**
 * A listing that the caller may not see is reported as not_found; a visible one of somebody else as
 * not_owner.
 */
async function checkOwner(ctx: UserContext, listing_id: number | undefined): Promise<void> {
  const facts =
    listing_id === undefined ? undefined : await findListingFacts(ctx.db, listing_id, ctx.viewer.id)
  const role = await findRole(ctx.db, ctx.viewer.id)
  if (!facts || view({ id: ctx.viewer.id, is_moderator: role !== 'user' }, facts))
    throw new AppError('not_found')
  if (facts.author_id !== ctx.viewer.id) throw new AppError('not_owner')
}

/** Chats are private. For everybody but their two members they do not exist, not even for moderators. */
async function checkMember(ctx: UserContext, room_id: number | undefined): Promise<void> {
  if (room_id === undefined || !(await isMember(ctx.lists, room_id, ctx.viewer.id)))
    throw new AppError('not_found')
}

/**
 * Hides staff calls from others with not_found, unless the call declares `forbidden`. Checked before the
 * input is parsed.
 */
export async function checkRole(ctx: UserContext, { access, errors }: Call): Promise<void> {
  if (access !== 'moderator' && access !== 'admin') return
  const role = await findRole(ctx.db, ctx.viewer.id)
  if (role !== 'admin' && role !== access)
    throw new AppError(errors?.includes('forbidden') ? 'forbidden' : 'not_found')
}

/**
 * Checks the call's access rules against the parsed input.
 * @throws not_owner, not_found
 */
export async function checkAccess(ctx: UserContext, access: Access, input: ParsedInput): Promise<void> {
  if (typeof access === 'string') return
  if ('self' in access && access.self) checkSelf(ctx, readPath(input, access.self))
  if ('owner' in access) await checkOwner(ctx, readPath(input, access.owner))
  if ('member' in access) await checkMember(ctx, readPath(input, access.member))
}
