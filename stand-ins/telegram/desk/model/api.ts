import type { Profile } from '../../profiles.ts'
import type { BotCommand, Chat, Invoice, MenuButton, Message, Person, Sender } from '../../state/types.ts'
import type { Theme } from '../../themes.ts'
import type { DownloadRequest } from './desk.ts'

export interface ShownPerson extends Person {
  groups: string[]
}

export interface ShownChat extends Chat {
  peer?: Person
  last_message?: Message
  message_count: number
  commands: BotCommand[]
  menu_button: MenuButton
}

export interface Config {
  bot: Sender
  description: string
  moderators_chat_id: number
  ops_chat_id: number
  main_app_url: string
  has_payments: boolean
  themes: Theme[]
  profiles: Profile[]
}

export interface GuideStep {
  id: string
  user_id: number
  title_ru: string
  title_en: string
  hint_ru: string
  hint_en: string
  is_done: boolean
}

/** A fault of the payment provider, in the format of its control API. */
export interface PaymentFault {
  kind: string
  times?: number
  [setting: string]: unknown
}

export interface TapResult {
  kind: 'callback' | 'url' | 'web_app' | 'copy' | 'pay' | 'text' | 'contact' | 'inline'
  url?: string
  slug?: string
  copied?: string
  keyboard?: boolean
  query?: string
  answer?: { text?: string; show_alert?: boolean; url?: string }
}

/** The bot's results for an inline query (`@bot query`). */
export interface InlineAnswer {
  results: { id: string; title?: string; description?: string }[]
  button?: { text: string; start_parameter?: string }
}

async function call<T>(method: string, path: string, body?: object): Promise<T> {
  const reply = await fetch(`/__desk/api${path}`, {
    method,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  const answer = (await reply.json()) as T & { error?: string }
  if (!reply.ok) throw new Error(answer.error ?? reply.statusText)
  return answer
}

const toQueryString = (request: DownloadRequest) => new URLSearchParams({ ...request })
const sendGet = <T>(path: string) => call<T>('GET', path)
const sendPost = <T>(path: string, body: object = {}) => call<T>('POST', path, body)

/** Client of the control API. */
export const api = {
  config: () => sendGet<Config>('/config'),
  users: () => sendGet<ShownPerson[]>('/users'),
  chats: (userId: number) => sendGet<ShownChat[]>(`/chats?user_id=${userId}`),
  messages: (chatId: number, userId: number) =>
    sendGet<Message[]>(`/messages?chat_id=${chatId}&user_id=${userId}&limit=300`),
  invoice: (slug: string) => sendGet<Invoice>(`/invoices/${encodeURIComponent(slug)}`),
  faults: () => sendGet<{ id: number; method: string; times: number; description?: string }[]>('/faults'),
  guide: () => sendGet<GuideStep[]>('/guide'),
  resetGuide: () => call<object>('DELETE', '/guide'),
  payments: () => sendGet<{ faults: PaymentFault[] }>('/payments'),
  planPayments: (faults: PaymentFault[]) => sendPost<object>('/payments', { faults }),
  addUser: (body: object) => sendPost<ShownPerson>('/users', body),
  changeUser: (id: number, body: object) => call<ShownPerson>('PATCH', `/users/${id}`, body),
  start: (id: number, payload?: string) =>
    sendPost<Message>(`/users/${id}/start`, payload ? { payload } : {}),
  send: (id: number, body: object) => sendPost<Message>(`/users/${id}/send`, body),
  tap: (id: number, body: object) => sendPost<TapResult>(`/users/${id}/tap`, body),
  block: (id: number, blocked: boolean) =>
    sendPost<ShownPerson>(`/users/${id}/${blocked ? 'block' : 'unblock'}`),
  open: (id: number, body: object) => sendPost<{ url: string; init_data: string }>(`/users/${id}/open`, body),
  contact: (id: number) => sendPost<{ contact: string }>(`/users/${id}/contact`),
  allowWriting: (id: number) => sendPost<ShownPerson>(`/users/${id}/write-access`),
  pay: (id: number, slug: string) =>
    sendPost<{ status: string; reason?: string }>(`/users/${id}/pay`, { slug }),
  inline: (id: number, body: { query: string; choose?: number; chat_id: number }) =>
    sendPost<InlineAnswer>(`/users/${id}/inline`, body),
  dialog: (id: number, to: number) => sendPost<{ id: number }>(`/users/${id}/dialog`, { to }),
  share: (id: number, body: object) => sendPost<Message>(`/users/${id}/share`, body),
  customMethod: (id: number, body: object) =>
    sendPost<{ result?: unknown; error?: string }>(`/users/${id}/custom-method`, body),
  aboutDownload: (request: DownloadRequest) =>
    sendGet<{ size: number }>(`/download/about?${toQueryString(request)}`),
  downloadAddress: (request: DownloadRequest) => `/__desk/api/download?${toQueryString(request)}`,
  addFault: (body: object) => sendPost<object>('/faults', body),
  removeFault: (id: number) => call<object>('DELETE', `/faults?id=${id}`),
  channels: () => sendGet<Chat[]>('/channels'),
  addChannel: (body: object) => sendPost<Chat>('/channels', body),
  changeBotPosition: (id: number, body: object) => sendPost<Chat>(`/chats/${id}/bot`, body),
  subscribe: (id: number, members: number[]) => call<Chat>('PATCH', `/chats/${id}`, { members }),
  reset: () => sendPost<object>('/reset'),
}
