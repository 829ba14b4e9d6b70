import type { Language } from '#contract/languages.ts'
import { translate } from '#services/core/i18n.ts'
import { escapeHtml } from '#services/notifications/format.ts'
import { cardName } from './card-name.ts'
import type { ReviewCard } from './card-queries.ts'

/** Items listed in the question; the rest is a count. */
const itemsNamed = 10

/** The confirmation before a block: names the person and the listings that end with their access. */
export function blockQuestion(card: ReviewCard, language: Language): string {
  const { author_name, author_open } = card
  const t = translate(language)
  const say = (key: string, values: Record<string, unknown> = {}) =>
    escapeHtml(t(`bot.moderation.block.${key}`, values))
  const lines = author_open
    .slice(0, itemsNamed)
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
