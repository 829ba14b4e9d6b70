import type { InlineKeyboardButton } from 'grammy/types'
import type { BotContext, Prompt, WaitingQuestion } from '#services/bot/context.ts'
import type { Context } from '#services/core/context.ts'
import { translatorFor } from '#services/core/text/i18n.ts'
import { findOpenQuestion } from '#services/moderation/appeals/questions.ts'
import { shorten } from '#services/notifications/format.ts'
import { findRequest } from '#services/requests/queries.ts'
import { findOpenDraft } from '#services/responses/submission/drafts.ts'
import { listWaitingPrompts, type ReceivedMessage } from './prompt-rows.ts'

/** Maximum questions among which a person chooses. */
const maxChoices = 5
/** Maximum characters of a listing's title on a button. */
export const maxButtonTitle = 24

/**
 * Lists the questions that a plain message may answer, newest first. A question about something that ended meanwhile is
 * left out.
 */
export async function listWaitingQuestions(
  app: Context,
  received: ReceivedMessage,
): Promise<WaitingQuestion[]> {
  const prompts = await listWaitingPrompts(app, received)
  if (prompts.length === 0) return []
  const titles = await readTitles(app, prompts)
  const questions: WaitingQuestion[] = []
  for (const prompt of prompts) {
    if (questions.length === maxChoices) break
    // Each press of "Answer" repeats the same question of a moderator.
    const isRepeated = questions.some(
      ({ kind, subject_id }) => kind === 'answer' && prompt.kind === kind && prompt.subject_id === subject_id,
    )
    if (isRepeated || !(await isStillOpen(app, prompt, received.user_id))) continue
    questions.push({ ...prompt, title: titles.get(prompt.subject_id ?? 0) ?? '' })
  }
  return questions
}

async function readTitles({ db }: Context, prompts: Prompt[]): Promise<Map<number, string>> {
  const ids = prompts.flatMap(({ subject_id }) => subject_id ?? [])
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('listings').select(['id', 'title']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, title }) => [id, title]))
}

async function isStillOpen(app: Context, { kind, subject_id }: Prompt, user_id: number): Promise<boolean> {
  const listing_id = subject_id ?? 0
  if (kind === 'answer') return (await findOpenQuestion(app.db, listing_id, user_id)) !== undefined
  if (kind === 'respond_price' || kind === 'respond_letter')
    return Boolean(await findOpenDraft(app, { user_id, listing_id }))
  if (kind === 'other_price') {
    const request = await findRequest(app, listing_id, user_id)
    return request?.acts.includes('counter') === true
  }
  return true
}

/** Prefix of the press that names the question which a message answers, by the message id of the question. */
export const choicePress = 'v1:meant:'

/** One button for each question that a message may answer. */
export function questionButtons(
  { person }: BotContext,
  questions: WaitingQuestion[],
): InlineKeyboardButton[][] {
  const translate = translatorFor(person.ui_language)
  return questions.map(({ kind, title, details, message_id }) => {
    const isOnlyAnswer = questions.length === 1 && kind === 'answer'
    const text = isOnlyAnswer
      ? translate('bot.which.only_answer')
      : translate(`bot.which.to.${kind}`, {
          title: shorten(title, maxButtonTitle),
          name: String(details.name ?? ''),
        })
    return [{ text, callback_data: `${choicePress}${message_id}` }]
  })
}

export function noneButton({ person }: BotContext, words: 'none' | 'no' | 'no_need'): InlineKeyboardButton {
  return {
    text: translatorFor(person.ui_language)(`bot.which.${words}`),
    callback_data: `${choicePress}none`,
  }
}
