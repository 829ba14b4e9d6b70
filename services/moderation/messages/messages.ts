import type { InlineKeyboardButton } from 'grammy/types'
import type { Language } from '#contract/languages.ts'
import type { Db } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import { translatorFor } from '#services/core/text/i18n.ts'
import { aboutListing } from '#services/listings/messages/messages.ts'
import { mayResubmit } from '#services/moderation/appeals/appeals.ts'
import { awaitAnswer } from '#services/moderation/appeals/questions.ts'
import { isReport } from '#services/moderation/card/facts.ts'
import { cardFile } from '#services/moderation/card/files.ts'
import { findCard } from '#services/moderation/card/queries.ts'
import { moderationCard } from '#services/moderation/card/review-card.ts'
import { durationText, promisedTime } from '#services/moderation/queue/service-times.ts'
import { escapeHtml, openButton } from '#services/notifications/format.ts'
import type { MessageKind, MessageKinds, ModerationKind, Recipient } from '#services/notifications/kinds.ts'
import { appealDecided, withAppealButton } from './appeal-messages.ts'
import { consequence, serviceRestored, warning } from './consequence-messages.ts'
import { revisionApproved, revisionRejected } from './edit-messages.ts'
import { reportClosed } from './report-messages.ts'

type PaymentMessage = MessageKind<'payment_confirmed'>

/** Adds the usual time of a review to the message about a paid submission, if enough decisions were measured. */
function withReviewTime(kind: PaymentMessage): PaymentMessage {
  return {
    async compose(ctx, { listing_id }, reader) {
      const content = await kind.compose(ctx, { listing_id }, reader)
      if (!content) return content
      const listing = await ctx.db
        .selectFrom('listings')
        .select('status')
        .where('id', '=', listing_id)
        .executeTakeFirst()
      const promised = listing?.status === 'moderation' && (await promisedTime(ctx))
      if (!promised) return content
      const words = translatorFor(reader.language)(`bot.moderation.usual.${promised.unit}`, {
        count: promised.count,
      })
      return { ...content, text: `${content.text} ${words}` }
    },
  }
}

/** Maximum number of tasks that a reminder to the moderators names. The oldest tasks are named. */
const tasksNamed = 5

function translate(
  { language }: Pick<Recipient, 'language'>,
  key: string,
  values: Record<string, unknown> = {},
) {
  return escapeHtml(translatorFor(language)(`bot.moderation.${key}`, values))
}

async function findQuestion(db: Db, question_id: number) {
  return db
    .selectFrom('moderation_questions as question')
    .innerJoin('moderation_tasks as task', 'task.id', 'question.task_id')
    .innerJoin('listings as listing', 'listing.id', 'task.listing_id')
    .select(['question.question', 'question.answer', 'task.applied_at', 'task.message_id', 'task.chat_id'])
    .select(['listing.id as listing_id', 'listing.kind', 'listing.title'])
    .where('question.id', '=', question_id)
    .executeTakeFirst()
}

/** Message to the author with a moderator's question. The author answers by a plain message or a reply. */
const question: MessageKind<'moderation_question'> = {
  async compose(ctx, { question_id }, reader) {
    const openQuestion = await findQuestion(ctx.db, question_id)
    if (!openQuestion || openQuestion.answer !== null || openQuestion.applied_at !== null) return null
    const { kind, listing_id: id, title, question } = openQuestion
    const link = openButton(
      ctx.config,
      translate(reader, `open.${kind}`),
      { page: kind, id },
      reader.is_private,
    )
    const keyboard: InlineKeyboardButton[][] = [
      [{ text: translate(reader, 'button.answer'), callback_data: `v1:answer:${id}` }],
      [link],
    ]
    return { text: translate(reader, `asks.${kind}`, { title, question }), keyboard }
  },
  async sent(ctx, tx, { question_id }, place) {
    await awaitAnswer(ctx, tx, { question_id, ...place })
  },
}

/**
 * Message to the moderators with the author's answer. It replies to the review card, because the card is far above it
 * in the chat.
 */
const answered: MessageKind<'moderation_answer'> = {
  async compose(ctx, { question_id }, reader) {
    const openQuestion = await findQuestion(ctx.db, question_id)
    if (!openQuestion?.answer) return null
    const { kind, title, answer, message_id, chat_id, listing_id: id } = openQuestion
    const openListingButton = openButton(
      ctx.config,
      translate(reader, 'look'),
      { page: kind, id },
      reader.is_private,
    )
    return {
      text: translate(reader, 'answered', { title, answer }),
      keyboard: [[openListingButton]],
      ...(message_id && chat_id === reader.chat_id && { reply_to_message_id: message_id }),
    }
  },
}

/**
 * Message to the moderators with a file that an author attached to an answer or appeal. It replies to the last review
 * card of the listing.
 */
const evidence: MessageKind<'moderation_evidence'> = {
  async compose(ctx, { listing_id, author_id, media }, reader) {
    const task = await ctx.db
      .selectFrom('moderation_tasks as task')
      .innerJoin('listings as listing', 'listing.id', 'task.listing_id')
      .select(['task.chat_id', 'task.message_id', 'listing.kind', 'listing.title'])
      .where('listing.id', '=', listing_id)
      .where('listing.author_id', '=', author_id)
      .where('task.subject', 'in', ['listing', 'revision'])
      .orderBy('task.id', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (!task) return null
    const { kind, title, message_id, chat_id } = task
    const openListingButton = openButton(
      ctx.config,
      translate(reader, 'look'),
      { page: kind, id: listing_id },
      reader.is_private,
    )
    return {
      media,
      text: translate(reader, 'evidence', { title }),
      keyboard: [[openListingButton]],
      ...(message_id && chat_id === reader.chat_id && { reply_to_message_id: message_id }),
    }
  },
}

/**
 * Message to the moderators that an approval became invalid because the content changed. It replies to the old review
 * card.
 */
const lapsed: MessageKind<'moderation_lapsed'> = {
  async compose(ctx, { task_id }, reader) {
    const card = await findCard(ctx, task_id)
    if (!card?.lapsed_name || isReport(card)) return null
    const { kind, listing_id: id, title, message_id, chat_id, lapsed_name } = card
    const openListingButton = openButton(
      ctx.config,
      translate(reader, 'look'),
      { page: kind, id },
      reader.is_private,
    )
    return {
      text: `<b>${translate(reader, 'lapsed', { name: lapsed_name })}</b>\n${cardLink(card, nameOf({ kind, listing_id: id, title }, reader.language))}`,
      keyboard: [[openListingButton]],
      ...(message_id && chat_id === reader.chat_id && { reply_to_message_id: message_id }),
    }
  },
}

/** Message to the moderators with links to the review cards of undecided tasks, oldest first. */
const reminder: MessageKind<'moderation_reminder'> = {
  async compose(ctx, { task_ids }, reader) {
    const text = await waitingCards(ctx, task_ids, reader)
    return text === null ? null : { text }
  },
}

/**
 * Text with the number of the given tasks that are still undecided, and with links to the oldest of them. Null if all
 * are decided.
 */
export async function waitingCards(
  ctx: Context,
  task_ids: number[],
  reader: Recipient,
): Promise<string | null> {
  const tasks = await ctx.db
    .selectFrom('moderation_tasks as task')
    .leftJoin('listings as listing', 'listing.id', 'task.listing_id')
    .select(['task.waiting_since', 'task.chat_id', 'task.message_id', 'listing.title', 'listing.kind'])
    .select('listing.id as listing_id')
    .where('task.id', 'in', task_ids)
    .where('task.state', 'in', ['open', 'claimed'])
    .orderBy((eb) => eb('task.subject', '=', 'report'))
    .orderBy('task.waiting_since')
    .execute()
  if (tasks.length === 0) return null
  const lines = tasks.slice(0, tasksNamed).map(({ waiting_since, ...task }) => {
    const ms = ctx.now().getTime() - Date.parse(waiting_since)
    return `• ${cardLink(task, nameOf(task, reader.language))}, ${escapeHtml(durationText(ms, reader.language))}`
  })
  const moreLines =
    tasks.length > tasksNamed ? [translate(reader, 'remind.more', { count: tasks.length - tasksNamed })] : []
  return [`<b>${translate(reader, 'remind', { count: tasks.length })}</b>`, ...lines, ...moreLines].join('\n')
}

type Named = { kind: string | null; listing_id: number | null; title: string | null }

function nameOf({ kind, listing_id, title }: Named, language: Language): string {
  const t = translatorFor(language)
  return kind ? `${t(`bot.moderation.kind.${kind}`)} ${listing_id}. ${title}` : t('bot.moderation.complaint')
}

/**
 * Link to a review card in the moderators' chat, or only its name. Telegram supports links to messages only in
 * supergroups.
 */
function cardLink(
  { chat_id, message_id }: { chat_id: number | null; message_id: number | null },
  name: string,
) {
  const group = /^-100(\d+)$/.exec(String(chat_id))?.[1]
  const nameHtml = escapeHtml(name)
  return group && message_id ? `<a href="https://t.me/c/${group}/${message_id}">${nameHtml}</a>` : nameHtml
}

export const moderationMessages: Pick<MessageKinds, ModerationKind> = {
  payment_confirmed: withReviewTime(
    aboutListing(
      'payment_confirmed',
      'any',
      ({ kind }) => kind,
      // A listing renewed without changes is published at once, without a review. The message about its payment has
      // another text then.
      ({ status }) => (status === 'published' ? '.published' : ''),
    ),
  ),
  listing_rejected: withAppealButton(
    aboutListing(
      'listing_rejected',
      ['rejected'],
      (listing) => (mayResubmit(listing) ? 'fix' : listing.kind),
      (listing) => (mayResubmit(listing) ? '' : '.over'),
    ),
  ),
  revision_approved: revisionApproved,
  revision_rejected: revisionRejected,
  moderation_consequence: consequence,
  moderation_warning: warning,
  moderation_service_restored: serviceRestored,
  moderation_appeal_decided: appealDecided,
  moderation_report_closed: reportClosed,
  moderation_card: moderationCard,
  moderation_file: cardFile,
  moderation_question: question,
  moderation_answer: answered,
  moderation_evidence: evidence,
  moderation_lapsed: lapsed,
  moderation_reminder: reminder,
}
