/** States and limits of channels: Telegram channels in which the bot posts published listings. */

/** A removed channel gets no new posts; its posts are still changed when their listings change. */
export const channelStates = ['active', 'paused', 'removed'] as const
export type ChannelState = (typeof channelStates)[number]

/** Rights that the bot needs in a channel, as Telegram names them. */
export const channelRights = ['can_post_messages', 'can_edit_messages', 'can_delete_messages'] as const
export type ChannelRight = (typeof channelRights)[number]

/**
 * Reasons why a channel takes no posts. `removed`: the bot is no longer an administrator there; `no_right`: it is one
 * without the right to post; `gone`: Telegram knows no such channel.
 */
export const channelLosses = ['removed', 'no_right', 'gone'] as const
export type ChannelLoss = (typeof channelLosses)[number]

/**
 * States of a listing's post in a channel. `waiting`: it is to be posted; `sending`: a process is posting it; `posted`:
 * it stands in the channel; `deleted`: its message was deleted, by the bot or by somebody else; `unknown`: the process
 * died while it was posting, so that the message may stand in the channel, and it is never sent again; `dropped`: the
 * listing was over before its turn came.
 */
export const channelPostStates = ['waiting', 'sending', 'posted', 'deleted', 'unknown', 'dropped'] as const
export type ChannelPostState = (typeof channelPostStates)[number]

/** Paces that an operator may choose: number of new posts in an hour. */
export const channelPaces = [10, 20, 60, 300, 1000] as const

/** Quiet hours of channels in Moscow: no new posts from 22:00 to 9:00, in minutes after midnight. */
export const channelQuietHours = { quiet_from: 22 * 60, quiet_to: 9 * 60 } as const
