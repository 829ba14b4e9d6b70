import type { Request } from '#contract/calls/call.ts'
import type { Calls } from '#contract/calls/index.ts'
import { AppError } from '#contract/errors.ts'
import type { UserContext } from '#services/core/request-context.ts'

type Connection = Request<Calls['POST /api/admin/channels']>['body']
type Settings = Request<Calls['POST /api/admin/channels/:id/settings']>['body']

/**
 * Connects a channel and returns its id.
 * @throws channel_unknown, channel_rights_missing, channel_connected; not_found for an unknown category
 */
export async function connectChannel(_ctx: UserContext, _connection: Connection): Promise<number> {
  throw new AppError('channel_unknown')
}

/** Changes what a channel takes. Listings that were published before are not posted. @throws not_found */
export async function changeChannel(_ctx: UserContext, _id: number, _settings: Settings): Promise<void> {
  throw new AppError('not_found')
}

/** @throws not_found */
export async function pauseChannel(_ctx: UserContext, _id: number, _is_paused: boolean): Promise<void> {
  throw new AppError('not_found')
}

/** Asks Telegram about the bot's rights in a channel. @throws not_found, unavailable */
export async function checkChannel(_ctx: UserContext, _id: number): Promise<void> {
  throw new AppError('not_found')
}

/** Removes a channel. Its posts stay, and are still changed when their listings change. @throws not_found */
export async function removeChannel(_ctx: UserContext, _id: number): Promise<void> {
  throw new AppError('not_found')
}
