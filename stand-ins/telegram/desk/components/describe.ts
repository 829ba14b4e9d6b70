import type { Message } from '../../state/types.ts'
import type { Config, ShownChat } from '../model/api.ts'
import { desk } from '../model/desk.ts'
import type { Word } from '../model/words.ts'

export const fullName = (person: { first_name: string; last_name?: string }) =>
  [person.first_name, person.last_name].filter(Boolean).join(' ')

export function chatTitle(chat: ShownChat | undefined, config: Config | undefined): string {
  if (!chat) return ''
  if (chat.title) return chat.title
  return chat.peer ? fullName(chat.peer) : (config?.bot.first_name ?? '')
}

export const timeOf = (unix: number) =>
  new Date(unix * 1000).toLocaleTimeString('ru', { hour: '2-digit', minute: '2-digit' })

/** One-line preview of a message in the list of chats. */
export function previewOf(message: Message, words: (name: Word) => string): string {
  if (message.photo) return message.caption ?? words('photo')
  if (message.document) return message.document.file_name ?? words('document')
  if (message.contact) return words('contact')
  if (message.invoice) return message.invoice.title
  return serviceText(message, words) ?? message.text ?? ''
}

export function serviceText(message: Message, words: (name: Word) => string): string | undefined {
  const payment = message.successful_payment
  if (payment) return `${words('you_paid')} ★ ${String(payment.total_amount)}`
  const refund = message.refunded_payment
  if (refund) return `${words('refunded')} ★ ${String(refund.total_amount)}`
  const { forum_topic_created: topic } = message
  if (topic) return `${words('topic_created')} ${topic.name}`
  if (message.forum_topic_closed) return words('topic_closed')
  if (message.forum_topic_reopened) return words('topic_reopened')
  return message.write_access_allowed ? words('write_allowed') : undefined
}

export const dayOf = (unix = 0) => new Date(unix * 1000).toDateString()

export function dayName(unix: number, today: string): string {
  if (dayOf(unix) === new Date().toDateString()) return today
  return new Date(unix * 1000).toLocaleDateString(desk.get().language, { day: 'numeric', month: 'long' })
}

const memberWords: Record<string, string> = {
  'ru-one': 'участник',
  'ru-few': 'участника',
  'ru-many': 'участников',
  'en-one': 'member',
  'en-other': 'members',
}
const subscriberWords: Record<string, string> = {
  'ru-one': 'подписчик',
  'ru-few': 'подписчика',
  'ru-many': 'подписчиков',
  'en-one': 'subscriber',
  'en-other': 'subscribers',
}

/** Number of people in a group or channel, in words. The bot is a member of a group, but no reader of a channel. */
export function audienceOf({ type, members }: Pick<ShownChat, 'type' | 'members'>): string {
  const { language } = desk.get()
  const isChannel = type === 'channel'
  const count = isChannel ? members.length : members.length + 1
  const form = `${language}-${new Intl.PluralRules(language).select(count)}`
  return `${count} ${(isChannel ? subscriberWords : memberWords)[form] ?? ''}`
}
