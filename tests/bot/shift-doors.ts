import type { Calls } from '#contract/calls/index.ts'
import type { Consequence, KnownReason } from '#contract/rejection.ts'
import { errorText } from '#services/core/text/i18n.ts'
import { Refused } from '#tests/support/api/call.ts'
import type { Person } from '#tests/support/people/people.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import type { openModeratorsChat } from './moderators-chat.ts'
import { type Message, pressInGroup } from './telegram.ts'

/** A moderator's decision on a moderation task. */
export type Decision =
  | { verb: 'approve' | 'dismiss' }
  | { verb: 'reject'; reason: KnownReason }
  | { verb: 'reject' | 'ask'; text: string }
  | { verb: 'accept'; consequence: Consequence; reason: KnownReason }
  /** Rejects a submission and blocks its author. */
  | { verb: 'block'; reason: KnownReason }

export type Moderator = { name: string; id: number; telegram_id: number; app: Person }
export type DecisionPlace = 'chat' | 'area'
/**
 * Cost of a decision to the moderator: button presses and written messages in the chat, and calls from the admin area.
 */
export type Effort = { taps: number; writtenMessages: number; calls: number }

type Chat = Awaited<ReturnType<typeof openModeratorsChat>>
type Card = Message & { reply_to_message?: { message_id: number } }

/** Verbs of the buttons that open a list of reasons, each with the verb of the buttons in that list. */
const reasonVerbs = {
  reject: ['reject', 'reason'],
  remove: ['remove', 'removal'],
  warn: ['warn', 'warning'],
  block: ['ban', 'block'],
} as const

/** Lets moderators decide tasks in both places: on the cards of their chat, and in the admin area. */
export function openDecisionPlaces({ setup }: Chat) {
  const chat_id = setup.ctx.config.MODERATORS_CHAT_ID
  const readCards = () => setup.telegram.get<Card[]>(`/messages?chat_id=${chat_id}`)

  const labelOn = (card: Message | undefined, data: RegExp): string | undefined =>
    card?.reply_markup?.inline_keyboard.flat().find((button) => data.test(button.callback_data ?? ''))?.text

  /** Waits until a task's card has a button with this verb. Returns the card and the button's label. */
  const cardWith = (task_id: number, verb: string, detail = '') =>
    eventually(async () => {
      const data = new RegExp(`^v1:${verb}:${task_id}${detail && `:${detail}`}(?::|$)`)
      const card = (await readCards()).findLast((one) => labelOn(one, data))
      return card && { ...card, label: labelOn(card, data) ?? '' }
    })

  /** @returns the bot's answer to the press */
  async function pressOnCard(moderator: Moderator, task_id: number, verb: string, reason?: string) {
    const { message_id, label: text } = await cardWith(task_id, verb, reason)
    const { answer } = await pressInGroup(setup, moderator.telegram_id, { chat_id, message_id, text })
    return { card: message_id, answerText: answer?.text ?? '', isRefused: answer?.show_alert === true }
  }

  /** Replies to the bot's prompt for a reason or a question, which stands below a card. */
  async function replyBelowCard(moderator: Moderator, card: number, text: string): Promise<void> {
    const prompt = await eventually(async () =>
      (await readCards()).findLast(
        ({ reply_to_message: to, text = '' }) => to?.message_id === card && text.includes('ответом на это'),
      ),
    )
    const body = { chat_id, text, reply_to_message_id: prompt.message_id }
    await setup.telegram.post(`/users/${moderator.telegram_id}/send`, body)
  }

  async function decideInChat(moderator: Moderator, task_id: number, decision: Decision): Promise<Effort> {
    if (!('reason' in decision || 'text' in decision)) {
      const { answerText, isRefused } = await pressOnCard(moderator, task_id, decision.verb)
      if (isRefused) throw new Error(`${decision.verb} of ${task_id} was refused: ${answerText}`)
      return { taps: 1, writtenMessages: 0, calls: 0 }
    }
    if (decision.verb === 'ask') {
      const { card } = await pressOnCard(moderator, task_id, 'ask')
      await replyBelowCard(moderator, card, decision.text)
      return { taps: 1, writtenMessages: 1, calls: 0 }
    }
    const [askVerb, reasonVerb] =
      reasonVerbs[decision.verb === 'accept' ? decision.consequence : decision.verb]
    await pressOnCard(moderator, task_id, askVerb)
    if ('text' in decision) {
      const { card } = await pressOnCard(moderator, task_id, 'other')
      await replyBelowCard(moderator, card, decision.text)
      return { taps: 2, writtenMessages: 1, calls: 0 }
    }
    const { answerText, isRefused } = await pressOnCard(moderator, task_id, reasonVerb, decision.reason)
    if (isRefused) throw new Error(`${reasonVerb} of ${task_id} was refused: ${answerText}`)
    return { taps: 2, writtenMessages: 0, calls: 0 }
  }

  async function decideInArea({ app }: Moderator, task_id: number, decision: Decision): Promise<Effort> {
    const params = { id: task_id }
    // An approval needs the content hash of the version that the moderator read.
    const { content_hash } = await app.call('GET /api/admin/moderation/:id', { params })
    const path = `POST /api/admin/moderation/:id/${decision.verb}` as const
    const { verb, ...fields } = decision
    const body = {
      ...fields,
      ...(verb === 'approve' && { content_hash }),
      ...('text' in decision && (verb === 'ask' ? { question: decision.text } : { reason: decision.text })),
    }
    await app.call(path as keyof Calls & typeof path, { params, body } as never)
    return { taps: 0, writtenMessages: 0, calls: 2 }
  }

  return {
    decideTask: (place: DecisionPlace, moderator: Moderator, task_id: number, decision: Decision) =>
      place === 'chat'
        ? decideInChat(moderator, task_id, decision)
        : decideInArea(moderator, task_id, decision),

    /** Returns the error text for a moderator who may not approve this task. */
    async refusal(place: DecisionPlace, moderator: Moderator, task_id: number): Promise<string> {
      if (place === 'chat') return (await pressOnCard(moderator, task_id, 'approve')).answerText
      const attempt = decideInArea(moderator, task_id, { verb: 'approve' })
      return attempt.then(
        () => '',
        (error) => (error instanceof Refused ? errorText('ru', error.code) : String(error)),
      )
    },

    /** Returns the card text of a task that no moderator has claimed. */
    textOf: async (task_id: number) =>
      (await cardWith(task_id, 'claim')).text?.replace(/[\u00a0\u202f]/g, ' ') ?? '',
  }
}
