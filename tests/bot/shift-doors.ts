import type { Calls } from '#contract/calls/index.ts'
import type { Consequence, KnownReason } from '#contract/rejection.ts'
import { errorText } from '#services/core/text/i18n.ts'
import { Refused } from '#tests/support/api/call.ts'
import type { Person } from '#tests/support/people/people.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import type { openModeratorsChat } from './moderators-chat.ts'
import { type Message, pressInGroup } from './telegram.ts'

/** A moderator's decision on a card. */
export type Act =
  | { verb: 'approve' | 'dismiss' }
  | { verb: 'reject'; reason: KnownReason }
  | { verb: 'reject' | 'ask'; words: string }
  | { verb: 'accept'; consequence: Consequence; reason: KnownReason }
  /** Applies to a submission: rejects it and blocks its author. */
  | { verb: 'block'; reason: KnownReason }

export type Moderator = { name: string; id: number; telegram_id: number; app: Person }
export type Door = 'chat' | 'area'
/** The cost of a decision: presses in the chat, messages written there, calls from the admin area. */
export type Effort = { taps: number; written: number; calls: number }

type Chat = Awaited<ReturnType<typeof openModeratorsChat>>
type Card = Message & { reply_to_message?: { message_id: number } }

/** Verbs of a card that ask for a reason, each with the verb that carries the reason. */
const because = {
  reject: ['reject', 'reason'],
  remove: ['remove', 'removal'],
  warn: ['warn', 'warning'],
  block: ['ban', 'block'],
} as const

/** Both places where moderators decide: the cards of their chat, and the admin area. */
export function openDoors({ setup }: Chat) {
  const chat_id = setup.ctx.config.MODERATORS_CHAT_ID
  const all = () => setup.telegram.get<Card[]>(`/messages?chat_id=${chat_id}`)

  const labelOn = (card: Message | undefined, data: RegExp): string | undefined =>
    card?.reply_markup?.inline_keyboard.flat().find((button) => data.test(button.callback_data ?? ''))?.text

  /** Waits until a task's card has this button, and returns the card with the button's label. */
  const cardWith = (task_id: number, verb: string, detail = '') =>
    eventually(async () => {
      const data = new RegExp(`^v1:${verb}:${task_id}${detail && `:${detail}`}(?::|$)`)
      const card = (await all()).findLast((one) => labelOn(one, data))
      return card && { ...card, label: labelOn(card, data) ?? '' }
    })

  /** @returns the bot's answer to the press */
  async function press(who: Moderator, task_id: number, verb: string, reason?: string) {
    const { message_id, label: text } = await cardWith(task_id, verb, reason)
    const { answer } = await pressInGroup(setup, who.telegram_id, { chat_id, message_id, text })
    return { card: message_id, said: answer?.text ?? '', isRefused: answer?.show_alert === true }
  }

  /** Replies to the bot's prompt below a card. */
  async function write(who: Moderator, card: number, text: string): Promise<void> {
    const question = await eventually(async () =>
      (await all()).findLast(
        ({ reply_to_message: to, text = '' }) => to?.message_id === card && text.includes('ответом на это'),
      ),
    )
    const body = { chat_id, text, reply_to_message_id: question.message_id }
    await setup.telegram.post(`/users/${who.telegram_id}/send`, body)
  }

  async function inChat(who: Moderator, task_id: number, act: Act): Promise<Effort> {
    if (!('reason' in act || 'words' in act)) {
      const { said, isRefused } = await press(who, task_id, act.verb)
      if (isRefused) throw new Error(`${act.verb} of ${task_id} was refused: ${said}`)
      return { taps: 1, written: 0, calls: 0 }
    }
    if (act.verb === 'ask') {
      const { card } = await press(who, task_id, 'ask')
      await write(who, card, act.words)
      return { taps: 1, written: 1, calls: 0 }
    }
    const [asks, says] = because[act.verb === 'accept' ? act.consequence : act.verb]
    await press(who, task_id, asks)
    if ('words' in act) {
      const { card } = await press(who, task_id, 'other')
      await write(who, card, act.words)
      return { taps: 2, written: 1, calls: 0 }
    }
    const { said, isRefused } = await press(who, task_id, says, act.reason)
    if (isRefused) throw new Error(`${says} of ${task_id} was refused: ${said}`)
    return { taps: 2, written: 0, calls: 0 }
  }

  async function inArea({ app }: Moderator, task_id: number, act: Act): Promise<Effort> {
    const params = { id: task_id }
    // An approval needs the hash of the review that the moderator opened.
    const { content_hash } = await app.call('GET /api/admin/moderation/:id', { params })
    const way = `POST /api/admin/moderation/:id/${act.verb}` as const
    const { verb, ...rest } = act
    const body = {
      ...rest,
      ...(verb === 'approve' && { content_hash }),
      ...('words' in act && (verb === 'ask' ? { question: act.words } : { reason: act.words })),
    }
    await app.call(way as keyof Calls & typeof way, { params, body } as never)
    return { taps: 0, written: 0, calls: 2 }
  }

  return {
    decide: (door: Door, who: Moderator, task_id: number, act: Act) =>
      door === 'chat' ? inChat(who, task_id, act) : inArea(who, task_id, act),

    /** The refusal shown to a moderator who may not approve this task. */
    async refusal(door: Door, who: Moderator, task_id: number): Promise<string> {
      if (door === 'chat') return (await press(who, task_id, 'approve')).said
      const refused = inArea(who, task_id, { verb: 'approve' })
      return refused.then(
        () => '',
        (error) => (error instanceof Refused ? errorText('ru', error.code) : String(error)),
      )
    },

    /** The text of a waiting task's card. */
    textOf: async (task_id: number) =>
      (await cardWith(task_id, 'claim')).text?.replace(/[\u00a0\u202f]/g, ' ') ?? '',
  }
}
