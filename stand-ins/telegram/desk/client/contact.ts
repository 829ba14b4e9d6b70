import { changeApp, showError } from '../model/actions.ts'
import { api } from '../model/api.ts'
import { desk } from '../model/desk.ts'
import { type Data, sendAnswer } from './wire.ts'

const contactArrivesMs = 300
const sharedContacts = new Map<number, string>()

/**
 * Shares or refuses the person's phone number, as the person decides. The bot receives the contact before the mini-app
 * is notified.
 */
export async function decidePhone(isShared: boolean) {
  const { user_id } = desk.get()
  changeApp({ dialog: undefined })
  if (!isShared || user_id === undefined) return sendAnswer('phone_requested', { status: 'cancelled' })
  const { contact } = await api.contact(user_id)
  setTimeout(() => sharedContacts.set(user_id, contact), contactArrivesMs)
  sendAnswer('phone_requested', { status: 'sent' })
}

export async function decideWriting(isAllowed: boolean) {
  const { user_id } = desk.get()
  changeApp({ dialog: undefined })
  if (isAllowed && user_id !== undefined) await api.allowWriting(user_id)
  sendAnswer('write_access_requested', { status: isAllowed ? 'allowed' : 'cancelled' })
}

export async function requestWriting() {
  const { user_id } = desk.get()
  const person = (await api.users()).find(({ id }) => id === user_id)
  if (person && !person.blocked && (person.started || person.write_access))
    sendAnswer('write_access_requested', { status: 'allowed' })
  else changeApp({ dialog: 'write' })
}

/** Mini-app methods that the client forwards to Telegram's server. */
export function customMethod({ req_id, method, params }: Data) {
  const { user_id } = desk.get()
  if (user_id === undefined) return
  if (method === 'getRequestedContact') {
    const contact = sharedContacts.get(user_id) ?? ''
    sharedContacts.delete(user_id)
    return sendAnswer('custom_method_invoked', { req_id, result: contact })
  }
  api
    .customMethod(user_id, { method, params })
    .then((reply) => sendAnswer('custom_method_invoked', { req_id, ...reply }))
    .catch(showError)
}
