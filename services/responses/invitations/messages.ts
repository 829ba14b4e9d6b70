import type { InlineKeyboardButton } from 'grammy/types'
import { sql } from 'kysely'
import { type InvitationState, invitationEnds, inviteDeclines } from '#contract/invitations.ts'
import type { Db } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import { type News, orderFacts } from '#services/listings/messages/order-messages.ts'
import { findListingNews } from '#services/listings/messages/queries.ts'
import { escapeHtml, openButton, translateFor, withButton } from '#services/notifications/format.ts'
import type { MessageKinds, Outgoing, Recipient } from '#services/notifications/kinds.ts'
import { withFooter } from '#services/notifications/outbox/mute-footer.ts'
import { isBlockedPair } from '#services/users/visibility/blocks.ts'

/** Messages about an invitation, which are redrawn when its state changes. */

async function findInvitation(db: Db, id: number) {
  return db
    .selectFrom('invitations as invitation')
    .innerJoin('listings as listing', 'listing.id', 'invitation.listing_id')
    .innerJoin('users as author', 'author.id', 'listing.author_id')
    .select(['invitation.id', 'invitation.user_id', 'invitation.state', 'invitation.end_reason'])
    .select(['invitation.listing_id', 'invitation.words', 'invitation.decline_reason'])
    .select(['author.full_name as author', 'listing.title', 'listing.kind', 'listing.status'])
    .select(isBlockedPair(sql`invitation.user_id`, sql`author.id`).as('is_blocked'))
    .where('invitation.id', '=', id)
    .executeTakeFirst()
}
type Invitation = NonNullable<Awaited<ReturnType<typeof findInvitation>>>

const waitingStates: InvitationState[] = ['sent', 'seen']

function keyboardOf(ctx: Context, reader: Recipient, invitation: Invitation): InlineKeyboardButton[][] {
  const { id, kind, listing_id, state } = invitation
  const open = openButton(
    ctx.config,
    translateFor(reader, `button.${kind}`),
    { page: kind, id: listing_id },
    true,
  )
  const key = (label: string, data: string, style?: 'primary') => ({
    text: translateFor(reader, `invitation.key.${label}`),
    callback_data: `v1:${data}`,
    ...(style && { style }),
  })
  if (state === 'declined') {
    const reasonButtons = inviteDeclines.map((reason) =>
      key(`why.${reason}`, `invite:decline:${id}:${reason}`),
    )
    const backRow = [key('back', `invite:back:${id}`), open]
    return invitation.decline_reason
      ? [backRow]
      : [reasonButtons.slice(0, 2), reasonButtons.slice(2), backRow]
  }
  if (!waitingStates.includes(state) || invitation.status !== 'published') return [[open]]
  return [
    [key('respond', `respond:start:${listing_id}`, 'primary')],
    [open, key('decline', `invite:decline:${id}`)],
  ]
}

/** Text for the present state of an invitation; null while it waits for an answer. */
function stateText(reader: Recipient, invitation: Invitation): string | null {
  const { state, end_reason, decline_reason, status } = invitation
  if (end_reason) return translateFor(reader, `invitation.over.${invitationEnds[end_reason]}`)
  if (waitingStates.includes(state))
    return status === 'published' ? null : translateFor(reader, 'invitation.over.paused')
  if (!decline_reason) return translateFor(reader, `invitation.${state}`)
  return translateFor(reader, 'invitation.declined.why', {
    reason: translateFor(reader, `invitation.why.${decline_reason}`),
  })
}

/** Text of an invitation: the author's name, the author's own words if any, and the order. */
function invitationText(ctx: Context, reader: Recipient, invitation: Invitation, listing: News): string {
  const { author, kind, words } = invitation
  const quote = words ? `\n<blockquote>${escapeHtml(words)}</blockquote>` : ''
  const facts = orderFacts(ctx, reader, listing, 'order.title')
  return `${translateFor(reader, `invitation.${kind}`, { author })}${quote}\n\n${facts}`
}

/**
 * Renders an invitation in its present state.
 * @param user_id person who pressed a button; left out when the message is sent to the invited person
 * @returns null if there is nothing to show
 */
export async function renderInvitation(
  ctx: Context,
  reader: Recipient,
  invitation_id: number,
  user_id?: number,
): Promise<Outgoing | null> {
  const invitation = await findInvitation(ctx.db, invitation_id)
  if (!invitation || (user_id !== undefined && invitation.user_id !== user_id)) return null
  const listing = await findListingNews(ctx.db, invitation.listing_id)
  if (!listing || invitation.is_blocked) return null
  const now = stateText(reader, invitation)
  const text = now
    ? `${translateFor(reader, 'order.title', { title: invitation.title })}\n\n${now}`
    : invitationText(ctx, reader, invitation, listing)
  return withFooter('invitation', { text, keyboard: keyboardOf(ctx, reader, invitation) }, reader)
}

type InvitationKinds = Pick<MessageKinds, 'invitation' | 'invitation_ended' | 'invitation_drawn'>
export const invitationMessages: InvitationKinds = {
  invitation: {
    async compose(ctx, { invitation_id }, reader) {
      const invitation = await findInvitation(ctx.db, invitation_id)
      if (!invitation || !waitingStates.includes(invitation.state) || invitation.is_blocked) return null
      const listing = await findListingNews(ctx.db, invitation.listing_id)
      if (listing?.status !== 'published') return null
      const text = invitationText(ctx, reader, invitation, listing)
      return { text, keyboard: keyboardOf(ctx, reader, invitation) }
    },
  },
  /**
   * Message that an invitation has ended. It is not sent if the invitation is open again, because reopening the listing
   * also reopens its invitations.
   */
  invitation_ended: {
    async compose(ctx, { invitation_id }, reader) {
      const invitation = await findInvitation(ctx.db, invitation_id)
      if (!invitation?.end_reason || invitation.is_blocked) return null
      const { title, end_reason } = invitation
      const text = translateFor(reader, `invitation_ended.${invitationEnds[end_reason]}`, { title })
      return withButton(ctx, reader, text, 'feed', { page: 'search-personal' })
    },
  },
  invitation_drawn: {
    async compose(ctx, { invitation_id, message_id }, reader) {
      const content = await renderInvitation(ctx, reader, invitation_id)
      return content && { ...content, edit_message_id: message_id }
    },
  },
}
