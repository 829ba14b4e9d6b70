import { effects } from '../state/effects.ts'
import type { Chat } from '../state/types.ts'
import { badRequest } from './errors.ts'
import { type Params, text } from './params.ts'

/** Reads the message effect from a call's parameters. Returns an empty object if there is none. */
export function readEffect(params: Params, chat: Chat): { effect_id?: string } {
  const effect_id = text(params, 'message_effect_id')
  if (!effect_id) return {}
  if (chat.type !== 'private') throw badRequest("Can't use message effects in the chat")
  if (!(effect_id in effects)) throw badRequest('EFFECT_ID_INVALID')
  return { effect_id }
}
