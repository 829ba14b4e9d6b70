import { detectEntities } from '../state/entities.ts'
import type { MessageBody } from '../state/messages.ts'
import type { InlineKeyboard } from '../state/types.ts'
import { badRequest } from './errors.ts'
import { parseHtml } from './html.ts'

interface Content {
  message_text?: string
  parse_mode?: string
}

/** Creates the message when a person chooses an inline result or shares a prepared message. */
export function bodyOfResult(result: Record<string, unknown>): MessageBody {
  const content = result.input_message_content as Content | undefined
  const rawText =
    content?.message_text ?? (result.caption as string | undefined) ?? (result.title as string | undefined)
  if (!result.type || !result.id)
    throw badRequest('can\'t parse inline query result: Can\'t find field "type" or "id"')
  if (result.type === 'article' && !content?.message_text) throw badRequest('message text is empty')
  const mode = content?.parse_mode ?? (result.parse_mode as string | undefined)
  const parsedText =
    mode?.toLowerCase() === 'html' ? parseHtml(rawText ?? '') : { text: rawText ?? '', entities: [] }
  const markup = result.reply_markup as InlineKeyboard | undefined
  return {
    text: parsedText.text,
    entities: detectEntities(parsedText.text, parsedText.entities),
    ...(markup && { reply_markup: markup }),
  }
}
