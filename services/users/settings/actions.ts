import type { z } from 'zod'
import type { NotificationSettings } from '#contract/calls/settings.ts'
import { AppError } from '#contract/errors.ts'
import { mutableKinds } from '#contract/notifications.ts'
import { notificationSwitches } from '#contract/options.ts'
import type { ActorContext } from '#services/core/request-context.ts'
import { changeOwn } from './own-row.ts'

type Settings = z.output<typeof NotificationSettings>
type Changes = Partial<Omit<Settings, 'kinds' | 'can_write'>>

export async function getSettings(ctx: ActorContext): Promise<Settings> {
  const { muted_kinds, ...row } = await ctx.db
    .selectFrom('users')
    .select(notificationSwitches)
    .select(['muted_kinds', 'quiet_from', 'quiet_to', 'time_zone', 'can_write'])
    .where('id', '=', ctx.viewer.id)
    .executeTakeFirstOrThrow()
  const muted = mutableKinds.filter((kind) => muted_kinds.includes(kind))
  return { ...row, muted_kinds: muted, kinds: [...mutableKinds] }
}

/**
 * Updates the given settings of the caller.
 * @throws invalid_input if only one end of the quiet hours is given, or both ends are equal
 */
export async function setSettings(ctx: ActorContext, changes: Changes): Promise<Settings> {
  const { quiet_from, quiet_to } = changes
  if (
    (quiet_from === undefined) !== (quiet_to === undefined) ||
    (quiet_from === null) !== (quiet_to === null)
  )
    throw new AppError('invalid_input', {
      fields: [{ path: quiet_from == null ? 'quiet_from' : 'quiet_to', message: 'both ends or none' }],
    })
  if (typeof quiet_to === 'number' && quiet_from === quiet_to)
    throw new AppError('invalid_input', { fields: [{ path: 'quiet_to', message: 'the same as quiet_from' }] })
  const { muted_kinds, ...rest } = changes
  await changeOwn(ctx, { ...rest, ...(muted_kinds && { muted_kinds: [...new Set(muted_kinds)] }) })
  return getSettings(ctx)
}
