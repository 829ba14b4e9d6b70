import type { InlineKeyboardButton } from 'grammy/types'
import { say } from '#services/notifications/format.ts'
import type { MessageKind, Recipient } from '#services/notifications/kinds.ts'
import { mayAppeal } from './appeals.ts'

type Rejected = MessageKind<'listing_rejected'>

export function appealButton(reader: Recipient, listing_id: number): InlineKeyboardButton {
  return { text: say(reader, 'button.appeal'), callback_data: `v1:appeal:${listing_id}` }
}

/** Adds the button for an appeal to the message about a rejection, as long as an appeal is possible. */
export function withAppeal(kind: Rejected): Rejected {
  return {
    async compose(ctx, payload, reader) {
      const said = await kind.compose(ctx, payload, reader)
      const { listing_id: id } = payload
      if (!said || !(await mayAppeal(ctx.db, id))) return said
      return { ...said, keyboard: [...(said.keyboard ?? []), [appealButton(reader, id)]] }
    },
  }
}
