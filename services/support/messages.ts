import type { InlineKeyboardButton } from 'grammy/types'
import type { Context } from '#services/core/context.ts'
import { durationText } from '#services/moderation/queue/service-times.ts'
import { escapeHtml, translateFor } from '#services/notifications/format.ts'
import type {
  MessageKind,
  MessageKinds,
  Outgoing,
  Recipient,
  SupportKind,
  SupportPart,
} from '#services/notifications/kinds.ts'
import { queueAnswerPart, queueNote, queueQuestionWords } from './deliveries.ts'
import { markDelivered, markUndelivered, setMessageState } from './delivery-status.ts'
import { pressData } from './keyboard.ts'
import {
  type CaseFacts,
  findCase,
  findMessage,
  findQuestion,
  lockCaseIfExists,
  typicalAnswerMs,
} from './queries.ts'
import { cardKeyboard, cardText, fitsOnCard } from './text.ts'
import { handleRefusal, prepareTopic } from './topic.ts'

type OpsKind = 'support_card' | 'support_question' | 'support_note'
type Message = NonNullable<Awaited<ReturnType<typeof findMessage>>>

/**
 * Extends a message for the operators' chat: the case's topic is created before the message is sent, and a deleted
 * topic is handled.
 */
function inOperatorsChat<K extends OpsKind>(kind: MessageKind<K>): MessageKind<K> {
  return {
    prepare: (ctx, api, { case_id }, reader) => prepareTopic(ctx, api, case_id, reader.chat_id),
    refused: (ctx, { case_id }, description) => handleRefusal(ctx, case_id, description),
    ...kind,
  }
}

/** Returns where a message is sent in the operators' chat: in the topic of its case, as a reply to the case card. */
function belowCard({ chat_id, card_id, topic_id }: CaseFacts, reader: Recipient) {
  if (chat_id !== reader.chat_id) return {}
  return { ...(topic_id && { topic_id }), ...(card_id && { reply_to_message_id: card_id }) }
}

const card: MessageKind<'support_card'> = inOperatorsChat({
  async compose(ctx, { case_id }, reader) {
    const facts = await findCase(ctx.db, case_id)
    if (!facts || facts.status === 'deleted') return null
    const { chat_id, card_id, topic_id } = facts
    const question = await findFirstMessage(ctx, case_id)
    return {
      text: cardText(ctx, reader, facts, question && fitsOnCard(question) ? question.content : null),
      keyboard: cardKeyboard(ctx, reader, facts),
      ...(chat_id === reader.chat_id && {
        ...(topic_id && { topic_id }),
        ...(card_id && { edit_message_id: card_id }),
      }),
    }
  },
  async sent(ctx, tx, { case_id, message_id }, place) {
    await tx
      .updateTable('support_cases')
      .set({ chat_id: place.chat_id, card_id: place.message_id })
      .where('id', '=', case_id)
      .execute()
    if (message_id) await markDelivered(ctx, tx, { case_id, message_id, about: 'passed' })
  },
  async lost(ctx, tx, { case_id, message_id }) {
    if (message_id) await markUndelivered(ctx, tx, { case_id, message_id })
  },
})

function findFirstMessage(ctx: Context, case_id: number) {
  return ctx.db
    .selectFrom('support_messages')
    .select(['content', 'media'])
    .where('case_id', '=', case_id)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}

/**
 * A person's message as it is forwarded: a heading and the text. The heading is left out if the text would become too
 * long.
 */
function forwarded(heading: string, { content, media }: Message, part: SupportPart): Outgoing {
  const words = part === 'media' ? '' : escapeHtml(content)
  const maxLength = media && part !== 'words' ? 1024 : 4096
  const text = words ? `${heading}\n${words}` : heading
  return {
    // Like Telegram, this code counts visible characters without HTML tags.
    text: heading.length + content.length + 1 > maxLength && words ? words : text,
    ...(media && part !== 'words' && { media }),
  }
}

const question: MessageKind<'support_question'> = inOperatorsChat({
  async compose(ctx, { case_id, message_id, part }, reader) {
    const [facts, message] = await Promise.all([findCase(ctx.db, case_id), findMessage(ctx.db, message_id)])
    if (!facts || !message || facts.status === 'deleted') return null
    const heading = translateFor(reader, 'support.question', { id: `${case_id}`, name: facts.full_name })
    return { ...forwarded(heading, message, part), ...belowCard(facts, reader) }
  },
  async sent(ctx, tx, question, place) {
    const { case_id, message_id, part, is_new } = question
    if (part === 'media') await queueQuestionWords(ctx, tx, question, place.message_id)
    else await markDelivered(ctx, tx, { case_id, message_id, about: is_new ? 'passed' : 'added' })
  },
  lost: (ctx, tx, { case_id, message_id }) => markUndelivered(ctx, tx, { case_id, message_id }),
})

/** Note to the operators: the state of their answer, or a reminder that a person waits. */
const note: MessageKind<'support_note'> = inOperatorsChat({
  async compose(ctx, { case_id, message_id, about }, reader) {
    const facts = await findCase(ctx.db, case_id)
    if (!facts || (about === 'waiting' && facts.state === 'closed')) return null
    const message = message_id ? await findMessage(ctx.db, message_id) : undefined
    // An answer does not reopen an old case if its person has a newer open one.
    const noteKey = about === 'delivered' && facts.state === 'closed' ? 'delivered_closed' : about
    const close = {
      text: translateFor(reader, 'support.button.close_now'),
      callback_data: pressData('close', case_id),
    }
    return {
      text: translateFor(reader, `support.note.${noteKey}`, { id: `${case_id}`, name: facts.full_name }),
      keyboard: facts.state === 'open' && about !== 'undelivered' ? [[close]] : [],
      ...belowCard(facts, reader),
      ...(message?.chat_id === reader.chat_id && { reply_to_message_id: message.message_id }),
    }
  },
})

function solved(reader: Recipient, case_id: number): InlineKeyboardButton[][] {
  return [
    [{ text: translateFor(reader, 'support.button.solved'), callback_data: pressData('solved', case_id) }],
  ]
}

/** Message to a person about the state of their message to support. */
const messageState: MessageKind<'support_told'> = {
  async compose(ctx, { case_id, message_id, about }, reader) {
    const message = await findMessage(ctx.db, message_id)
    if (!message || (about === 'late' && message.state !== 'waiting')) return null
    const wait = about === 'passed' ? await typicalAnswerMs(ctx.db, ctx.now()) : null
    const text = translateFor(reader, `support.told.${about}`, { id: `${case_id}` })
    const promise =
      wait === null
        ? []
        : [translateFor(reader, 'support.usually', { time: durationText(wait, reader.language) })]
    return {
      text: [text, ...promise].join(' '),
      ...(about === 'passed' && { keyboard: solved(reader, case_id) }),
      ...((about === 'failed' || about === 'late') && { reply_to_message_id: message.message_id }),
    }
  },
}

const answer: MessageKind<'support_answer'> = {
  async compose(ctx, { case_id, message_id, part }, reader) {
    const message = await findMessage(ctx.db, message_id)
    if (!message) return null
    const { author_name: name } = message
    const heading = name
      ? translateFor(reader, 'support.answer', { name })
      : translateFor(reader, 'support.answer.unnamed')
    const quoted = await findQuestion(ctx.db, case_id, message_id)
    return {
      ...forwarded(heading, message, part),
      ...(part !== 'media' && { keyboard: solved(reader, case_id) }),
      ...(quoted && { reply_to_message_id: quoted }),
    }
  },
  async sent(ctx, tx, { case_id, message_id, part }) {
    const supportCase = await lockCaseIfExists(tx, case_id)
    if (supportCase && part === 'media')
      await queueAnswerPart(ctx, tx, supportCase.user_id, { case_id, message_id, part: 'words' })
    else if (part !== 'media' && (await setMessageState(tx, message_id, 'passed')))
      await queueNote(ctx, tx, { case_id, message_id, about: 'delivered' })
  },
  async lost(ctx, tx, { case_id, message_id }) {
    if (await setMessageState(tx, message_id, 'failed'))
      await queueNote(ctx, tx, { case_id, message_id, about: 'undelivered' })
  },
}

/** Message to a person about who answers, or that the case is closed. */
const news: MessageKind<'support_news'> = {
  async compose(ctx, { case_id, about }, reader) {
    const facts = await findCase(ctx.db, case_id)
    if (!facts || (facts.state === 'closed') !== (about !== 'taken')) return null
    return {
      text: translateFor(reader, `support.news.${about}`, { id: `${case_id}`, name: facts.staff_name ?? '' }),
    }
  },
}

/** All kinds of Telegram messages that support sends. */
export const supportMessages: { [K in SupportKind]: MessageKinds[K] } = {
  support_card: card,
  support_question: question,
  support_note: note,
  support_told: messageState,
  support_answer: answer,
  support_news: news,
}
