import type { InlineKeyboardButton } from 'grammy/types'
import { mayAppeal } from '#services/moderation/appeals/appeals.ts'
import { say } from '#services/notifications/format.ts'
import type { MessageKind, Recipient } from '#services/notifications/kinds.ts'

type RejectionMessage = MessageKind<'listing_rejected'>

export function appealButton(reader: Recipient, listing_id: number): InlineKeyboardButton {
  return { text: say(reader, 'button.appeal'), callback_data: `v1:appeal:${listing_id}` }
}

/** Adds the appeal button to the rejection message while an appeal is possible. */
export function withAppealButton(kind: RejectionMessage): RejectionMessage {
  return {
    async compose(ctx, payload, reader) {
      const said = await kind.compose(ctx, payload, reader)
      const { listing_id: id } = payload
      if (!said || !(await mayAppeal(ctx.db, id))) return said
      return { ...said, keyboard: [...(said.keyboard ?? []), [appealButton(reader, id)]] }
    },
  }
}
