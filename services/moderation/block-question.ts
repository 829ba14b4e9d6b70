import type { Language } from '#contract/languages.ts'
import { translate } from '#services/core/i18n.ts'
import { escapeHtml } from '#services/notifications/format.ts'
import { cardName } from './card-name.ts'
import type { Card } from './card-queries.ts'

/** A question names so many of the things that end. */
const named = 10

/** Asks once before somebody's access is closed: who it is, and what ends together with it. */
export function blockQuestion(card: Card, language: Language): string {
  const { author_name, author_open } = card
  const t = translate(language)
  const say = (key: string, values: Record<string, unknown> = {}) =>
    escapeHtml(t(`bot.moderation.block.${key}`, values))
  const lines = author_open
    .slice(0, named)
    .map(({ id, kind, title, status }) =>
      [
        `• ${escapeHtml(t(`bot.moderation.kind.${kind}`))} ${id}. ${escapeHtml(title)}:`,
        say(status === 'published' ? 'hides' : 'rejects'),
      ].join(' '),
    )
  const more = author_open.length - lines.length
  const ends = [
    `<b>${say('closes')}</b>`,
    ...lines,
    ...(more > 0 ? [escapeHtml(t('bot.moderation.remind.more', { count: more }))] : []),
  ]
  const isPaid = author_open.some(({ status }) => status === 'moderation')
  return [
    `<b>${escapeHtml(cardName(card, t))}</b>`,
    `<b>${say('ask', { name: author_name })}</b>`,
    lines.length > 0 ? ends.join('\n') : say('nothing'),
    ...(isPaid ? [say('refund')] : []),
    say('why'),
  ].join('\n\n')
}
