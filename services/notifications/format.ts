import type { DeepLink } from '#contract/deep-links.ts'
import type { Context } from '#services/core/context.ts'
import { translate } from '#services/core/i18n.ts'
import { openButton } from './buttons.ts'
import { escapeHtml } from './html.ts'
import type { Outgoing, Reader } from './kinds.ts'

/** Words of a message: parameters of people are escaped, the text itself is ours. */
export function say(reader: Reader, key: string, parameters: Record<string, string> = {}): string {
  const escaped = Object.entries(parameters).map(([name, value]) => [name, escapeHtml(value)])
  return translate(reader.language)(`message.${key}`, { replace: Object.fromEntries(escaped) })
}

/** A text with one button that opens a page of the mini-app. */
export function withButton(
  ctx: Context,
  reader: Reader,
  text: string,
  label: string,
  link: DeepLink,
): Outgoing {
  const { is_private } = reader
  return { text, keyboard: [[openButton(ctx.config, say(reader, `button.${label}`), link, is_private)]] }
}
