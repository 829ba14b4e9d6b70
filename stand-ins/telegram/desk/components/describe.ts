import type { Message } from '../../state/types.ts'
import type { Config, ShownChat } from '../model/api.ts'
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

/** One line about a message for the list of chats. */
export function previewOf(message: Message, words: (name: Word) => string): string {
  if (message.photo) return message.caption ?? words('photo')
  if (message.document) return message.document.file_name ?? words('document')
  if (message.contact) return words('contact')
  if (message.invoice) return message.invoice.title
  return serviceText(message, words) ?? message.text ?? ''
}

/** Words of a message that nobody wrote. */
export function serviceText(message: Message, words: (name: Word) => string): string | undefined {
  const paid = message.successful_payment
  if (paid) return `${words('you_paid')} ★ ${String(paid.total_amount)}`
  const back = message.refunded_payment
  if (back) return `${words('refunded')} ★ ${String(back.total_amount)}`
  return message.write_access_allowed ? words('write_allowed') : undefined
}
