import type { InlineKeyboardButton } from 'grammy/types'
import type { z } from 'zod'
import type { ChannelPreview } from '#contract/calls/admin-channels.ts'
import type { DeepLink } from '#contract/deep-links.ts'
import { defaultLanguage, inLanguage, type Language } from '#contract/languages.ts'
import type { Config } from '#services/core/config/config.ts'
import { botLink } from '#services/core/telegram/bot-link.ts'
import { translatorFor } from '#services/core/text/i18n.ts'
import { dueDate, escapeHtml, shorten } from '#services/notifications/format.ts'
import { priceLine } from '#services/notifications/price.ts'
import type { PostRow } from './columns.ts'
import { stageOf } from './rules.ts'

type Parts = z.output<typeof ChannelPreview>
export type Post = { text: string; keyboard: InlineKeyboardButton[][] }

/** Pages with the listings of a kind. */
export const listPages = { order: 'orders', vacancy: 'vacancies' } as const

/** Characters of a listing's text in a post, and number of words with a hash below it. */
const textLength = 300
const maxTags = 4

/** A tag is a word of letters, digits and underscores that is not a number. */
function tagOf(name: string): string | undefined {
  // «C++» and «C#» would become the tag of another language.
  if (/[+#]/.test(name)) return undefined
  const word = name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '')
  return word === '' || /^[\d_]+$/.test(word) ? undefined : `#${word}`
}

function tagsOf({ skills, is_remote }: PostRow, language: Language): string[] {
  const tags = skills.map(tagOf).filter((tag) => tag !== undefined)
  const remoteTag = is_remote ? [translatorFor(language)('channel.tag.remote')] : []
  return [...new Set([...tags.slice(0, maxTags), ...remoteTag])]
}

/** The parts of a post about an open listing. Its author and their contacts are no part of a post. */
export function partsOf(row: PostRow, language: Language): Parts {
  const translate = translatorFor(language)
  const { payment_format, deadline, is_remote, location, category, about } = row
  const hasPrice = (row.price ?? row.max_stake ?? row.min_stake) !== null
  const place = is_remote ? translate('channel.remote') : location
  const reader = { language, time_zone: null }
  return {
    title: row.title,
    price: hasPrice ? priceLine(language, { ...row, payment_format: null }) : null,
    price_unit: hasPrice && payment_format ? translate(`channel.unit.${payment_format}`) : null,
    terms: [
      ...(hasPrice ? [] : [translate('message.price.none')]),
      ...(deadline === null ? [] : [translate('channel.until', { date: dueDate(reader, deadline) })]),
      [category && inLanguage(category, language), place].filter(Boolean).join(' · '),
    ].filter(Boolean),
    text: shorten((about ?? '').replace(/\s+/g, ' ').trim(), textLength),
    tags: tagsOf(row, language),
    button: translate('channel.respond'),
  }
}

/** Open listings that a post about an ended one leads to: words to search for, and how many listings they find. */
export type Similar = { words: string; count: number }

/**
 * Composes the post of a listing as it must stand in the channel now. A post about a listing that was taken down says
 * nothing of it and has no button; one about a listing that another channel takes now only leads to it.
 * @param similar null leads to all listings of the kind
 */
export function composePost(
  config: Config,
  row: PostRow,
  channel: { id: number; language: Language | null },
  similar: Similar | null = null,
): Post {
  const language = channel.language ?? defaultLanguage
  const translate = translatorFor(language)
  const stage = stageOf(row)
  if (stage === 'taken') return { text: translate(`channel.taken.${row.kind}`), keyboard: [] }
  const link = (target: DeepLink, label: string): InlineKeyboardButton[][] => [
    [{ text: label, url: botLink(config, target, config.TELEGRAM_LINK_ORIGIN) }],
  ]
  if (stage === 'moved') {
    const isOpen = row.status === 'published'
    return {
      text: translate(`channel.moved.${row.kind}`),
      keyboard: isOpen
        ? link({ page: row.kind, id: row.id, from: channel.id }, translate(`bot.open.${row.kind}`))
        : [],
    }
  }
  const tags = tagsOf(row, language).join(' ')
  if (stage !== 'open') {
    const lines = [`<s>${escapeHtml(row.title)}</s>`, endOf(row, stage, language), tags]
    return {
      text: lines.filter(Boolean).join('\n\n'),
      keyboard: similar
        ? link(
            { page: listPages[row.kind], query: similar.words },
            translate(`channel.similar.${row.kind}`, { count: similar.count }),
          )
        : link({ page: listPages[row.kind] }, translate(`channel.others.${row.kind}`)),
    }
  }
  const parts = partsOf(row, language)
  const price =
    parts.price && [`<b>${escapeHtml(parts.price)}</b>`, parts.price_unit].filter(Boolean).join(' ')
  const terms = [price, ...parts.terms.map(escapeHtml)].filter(Boolean).join('\n')
  const blocks = [`<b>${escapeHtml(parts.title)}</b>`, terms, escapeHtml(parts.text), tags]
  return {
    text: blocks.filter(Boolean).join('\n\n'),
    keyboard: link({ page: row.kind, id: row.id, from: channel.id }, parts.button),
  }
}

/** Sentence about how a listing ended. */
function endOf(row: PostRow, stage: 'filled' | 'closed', language: Language): string {
  const translate = translatorFor(language)
  if (stage === 'closed') return `<b>${translate(`channel.closed.${row.kind}`)}</b>`
  const count = row.responses_count
  const answered = row.is_everyone_answered && count > 1 ? `, ${translate('channel.answered')}` : ''
  const responses =
    count > 0 ? ` ${translate('channel.responses', { count, replace: { count } })}${answered}.` : ''
  return `<b>${translate('channel.filled')}</b>${responses}`
}
