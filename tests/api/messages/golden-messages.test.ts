import type { InlineKeyboardButton } from 'grammy/types'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Language, languages } from '#contract/languages.ts'
import { isMutable, notificationKinds } from '#contract/notifications.ts'
import type { DeliveryKind, MessageKinds, Outgoing } from '#services/notifications/kinds.ts'
import { withFooter } from '#services/notifications/outbox/mute-footer.ts'
import { upsertUser } from '#services/users/account/accounts.ts'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { placeRows } from '#tests/support/money/place-rows.ts'
import { everyMessage } from '#workers/telegram/messages.ts'
import { type MessageSamples, messageSamples } from './message-samples.ts'

const kinds: MessageKinds = everyMessage
/** Kinds of messages that people get and cannot mute. */
const unmutableNews: DeliveryKind[] = [
  'payment_held',
  'order_reminder',
  'account_blocked',
  'account_restored',
  'moderation_question',
  'moderation_consequence',
  'moderation_appeal_decided',
  'moderation_warning',
  'moderation_service_restored',
  'moderation_report_closed',
  'service_request',
  'service_request_waits',
  'service_countered',
  'service_accepted',
  'service_declined',
  'service_withdrawn',
  'service_lapsed',
]
/** Kinds of messages to people, without those to the chats of staff. */
const personalKinds = (Object.keys(kinds) as DeliveryKind[]).filter(
  (kind) => isMutable(kind) || unmutableNews.includes(kind),
)
type Scene = {
  kind: DeliveryKind
  /** Name of the variant, for kinds of messages with several texts. */
  name?: string
  payload?: Record<string, unknown>
  listing?: Record<string, unknown>
  response?: Record<string, unknown>
  /** Columns of the channel, and of its post. */
  channel?: Record<string, unknown>
  post?: Record<string, unknown>
  /** Files and text of the chat message. */
  files?: string[]
  content?: string
}

const vacancy = { kind: 'vacancy' }
const extraScenes: Scene[] = [
  { kind: 'channel_news', name: 'stuck' },
  {
    kind: 'channel_news',
    name: 'unknown',
    payload: { about: 'unknown' },
    post: { state: 'unknown', message_id: null },
  },
  {
    kind: 'channel_news',
    name: 'refused',
    payload: { about: 'refused' },
    post: { state: 'waiting', message_id: null },
  },
  { kind: 'channel_news', name: 'found', payload: { about: 'found', listing_id: undefined } },
  {
    kind: 'channel_news',
    name: 'narrowed',
    payload: { about: 'narrowed', listing_id: undefined },
    channel: { missing_rights: ['can_edit_messages', 'can_delete_messages'] },
  },
  ...(['removed', 'no_right', 'gone'] as const).map((lost_reason) => ({
    kind: 'channel_news' as const,
    name: lost_reason,
    payload: { about: 'lost', listing_id: undefined },
    channel: {
      lost_reason,
      lost_since: '2026-03-01T09:00:00Z',
      missing_rights: lost_reason === 'no_right' ? ['can_post_messages'] : [],
    },
    post: { state: 'waiting', message_id: null },
  })),
  {
    kind: 'channel_news',
    name: 'no right at all',
    payload: { about: 'lost', listing_id: undefined },
    channel: {
      lost_reason: 'no_right',
      lost_since: '2026-03-01T09:00:00Z',
      missing_rights: ['can_post_messages', 'can_edit_messages', 'can_delete_messages'],
    },
  },
  { kind: 'payment_confirmed', name: 'vacancy', listing: vacancy },
  { kind: 'payment_confirmed', name: 'renewal', listing: { status: 'published' } },
  { kind: 'listing_published', name: 'vacancy', listing: vacancy },
  { kind: 'listing_rejected', name: 'vacancy', listing: vacancy },
  { kind: 'listing_rejected', name: 'for the last time', listing: { resubmissions: 3 } },
  { kind: 'listing_expiring', name: 'vacancy', listing: vacancy },
  { kind: 'listing_expired', name: 'vacancy', listing: vacancy },
  { kind: 'new_order', name: 'vacancy', listing: vacancy },
  { kind: 'new_order', name: 'skills', payload: { why: 'skills' } },
  { kind: 'new_order', name: 'saved search', payload: { why: 'search', search_id: 1 } },
  { kind: 'new_order', name: 'search that is gone', payload: { why: 'search', search_id: 99 } },
  { kind: 'hot_order', name: 'deadline', listing: { urgent: false, deadline: '2026-03-02T09:30:00Z' } },
  { kind: 'hot_order', name: 'few', listing: { urgent: false, published_at: '2026-02-28T08:00:00Z' } },
  {
    kind: 'moderation_consequence',
    name: 'in work',
    listing: { kind: 'vacancy', status: 'in_progress', hidden_reason: null },
  },
  {
    kind: 'moderation_report_closed',
    name: 'in the feed',
    listing: { status: 'published', hidden_reason: null },
  },
  { kind: 'response_passed', name: 'closed', listing: { status: 'archived' } },
  {
    kind: 'response_passed',
    name: 'not renewed, with a boost that comes back',
    response: { end_reason: 'not_renewed', boost_credited_at: '2026-03-01T09:00:00Z' },
  },
  {
    kind: 'response_passed',
    name: 'deleted',
    response: { end_reason: 'listing_deleted', boost_credited_at: null },
  },
  {
    kind: 'response_passed',
    name: 'completed',
    response: { end_reason: 'listing_completed', boost_credited_at: null },
  },
  {
    kind: 'responses_waiting',
    name: 'one alone, for the second time',
    payload: { total: 1, hours: 72 },
  },
  { kind: 'support_card' },
  { kind: 'support_question' },
  { kind: 'support_note', name: 'delivered', payload: { about: 'delivered' } },
  { kind: 'support_note', name: 'undelivered', payload: { about: 'undelivered' } },
  { kind: 'support_note', name: 'waiting' },
  { kind: 'support_told' },
  { kind: 'support_told', name: 'added', payload: { about: 'added' } },
  { kind: 'support_told', name: 'late', payload: { about: 'late' } },
  { kind: 'support_told', name: 'failed', payload: { about: 'failed' } },
  { kind: 'support_answer' },
  { kind: 'support_news' },
  { kind: 'new_message', name: 'photo', files: ['photo.jpg'], content: '' },
  { kind: 'new_message', name: 'document with words', files: ['Смета <1>.docx'] },
  {
    kind: 'new_message',
    name: 'several',
    files: ['a.jpg', 'b.png', 'Смета.docx', 'Договор.pdf'],
    content: '',
  },
]

let api: Api
let samples: MessageSamples

beforeAll(async () => {
  api = await openApi()
  samples = await messageSamples(api)
  const { db } = api.ctx
  api.ctx.now = () => new Date('2026-03-01T10:00:00Z')
  await db
    .insertInto('saved_searches')
    .values({ user_id: 1, kind: 'order', name: 'Сайты', filters: '{}' })
    .execute()
  await db
    .updateTable('users')
    .set({ full_name: 'Борис', block_reason: 'реклама', created_at: '2026-01-05T09:00:00Z', username: null })
    .execute()
  await db
    .updateTable('chat_messages')
    .set({ content: 'Добрый день' })
    .where('reply_to', 'is not', null)
    .execute()
  const { id: reader_id } = await upsertUser(api.ctx, { id: 1, first_name: 'Борис' })
  await db.insertInto('user_skills').values({ user_id: reader_id, name: 'figma' }).execute()
  const waitingMessage = { state: 'waiting', content: 'Деньги списались' } as const
  await db.updateTable('support_messages').set(waitingMessage).execute()
  const decisionColumns = { decided_by: 1, effective_at: '2026-01-01T00:00:00Z' }
  const refusalColumns = { reason: 'Ссылка в тексте', state: 'rejected' } as const
  await placeRows(api.owner, 'moderation_tasks', {}, { ...refusalColumns, ...decisionColumns })
})

/** Attaches the files of the variant to the chat message. */
async function attachFiles({ files = [], content }: Scene) {
  const { message_id } = samples.new_message.payload
  const { db } = api.ctx
  await db.deleteFrom('files').where('message_id', '=', message_id).execute()
  const rows = files.map((name) => ({
    message_id,
    owner_id: 1,
    purpose: 'attachment' as const,
    bytes: 1,
    mime_type: 'x',
    name,
    storage_key: `sample-${name}`,
    file_format: name.split('.').at(-1) ?? '',
  }))
  if (rows.length) await db.insertInto('files').values(rows).execute()
  const messageColumns = { content: content ?? 'Добрый день' }
  await db.updateTable('chat_messages').set(messageColumns).where('id', '=', message_id).execute()
}

async function placeChannel({ channel, post }: Scene) {
  const { db } = api.ctx
  const fine = { lost_reason: null, lost_since: null, missing_rights: [] }
  await db
    .updateTable('channels')
    .set({ ...fine, ...channel })
    .execute()
  await db
    .updateTable('channel_posts')
    .set({ state: 'posted', message_id: 41, ...post })
    .execute()
}

async function compose(scene: Scene, language: Language): Promise<Outgoing> {
  const { db } = api.ctx
  const { kind } = scene
  const { payload, status: { listing, response } = {}, listingColumns, user_id } = samples[kind]
  const plainColumns = { kind: 'order', urgent: kind === 'hot_order', deadline: null, resubmissions: 0 }
  const notifiedColumns = {
    published_at: '2026-03-01T09:00:00Z',
    skills: ['Figma', 'React'],
    rejection_reason: 'Контакты в тексте',
  }
  const columns = {
    title: 'Сайт для кофейни',
    ...plainColumns,
    ...notifiedColumns,
    handed_in_at: null,
    returned_at: null,
    due_at: null,
    executor_id: null,
    completed_at: null,
    ...(listing && { status: listing, hidden_reason: null }),
    ...listingColumns,
    ...scene.listing,
  }
  await placeRows(api.owner, 'listings', { audience: 'public' }, columns as object)
  if (response)
    await placeRows(api.owner, 'responses', {}, {
      status: response,
      end_reason: null,
      ...scene.response,
    } as object)
  if (kind === 'new_message') await attachFiles(scene)
  if (kind === 'channel_news') await placeChannel(scene)
  const status = kind === 'account_blocked' ? 'blocked' : 'active'
  await db.updateTable('users').set({ status }).execute()
  const reader = { chat_id: 1, user_id, language, is_private: true }
  const message = await kinds[kind].compose(api.ctx, { ...payload, ...scene.payload } as never, reader)
  if (!message) throw new Error(`${kind} has nothing to say`)
  return withFooter(kind, message, reader)
}

function renderMessage({ text, keyboard = [] }: Outgoing): string {
  const { APP_ORIGIN } = api.ctx.config
  const button = (one: InlineKeyboardButton) => {
    const target =
      'web_app' in one
        ? one.web_app.url.replace(APP_ORIGIN, '')
        : 'callback_data' in one
          ? one.callback_data
          : 'switch_inline_query_chosen_chat' in one
            ? `@ ${one.switch_inline_query_chosen_chat.query}`
            : 'url' in one
              ? one.url
              : ''
    return `[${one.text}](${target})`
  }
  return `${text}\n${keyboard.map((row) => row.map(button).join(' ')).join('\n')}`
    .replaceAll('\u00a0', ' ')
    .replace(/(?<=tg:\/\/user\?id=)\d+/g, '1')
}

const scenes: Scene[] = [...personalKinds.map((kind) => ({ kind })), ...extraScenes]

describe.each(languages)('%s', (language) => {
  test('every message says what is kept beside this test', async () => {
    const goldenLines: string[] = []
    for (const scene of scenes)
      goldenLines.push(
        `# ${[scene.kind, scene.name].filter(Boolean).join(', ')}\n${renderMessage(await compose(scene, language))}\n`,
      )
    await expect(goldenLines.join('\n')).toMatchFileSnapshot(`golden-messages.${language}.txt`)
  })

  const unaskedKinds = ['new_order', 'hot_order', 'digest', 'invitation']
  test.each(scenes)('$kind $name has a reason and a mute key only if nobody asked for it', async (scene) => {
    const { text, keyboard = [] } = await compose(scene, language)
    if (unaskedKinds.includes(scene.kind)) {
      expect(text).toMatch(
        language === 'ru'
          ? /\n\n<i>(Вы получили это|Почему вам).+\.<\/i>$/
          : /\n\n<i>(You got this because|Why you).+\.<\/i>$/,
      )
      expect(keyboard.at(-1)?.[0]).toMatchObject({ callback_data: `v1:mute:${scene.kind}` })
    } else {
      expect(text).not.toMatch(/Вы получили это|Почему вам|You got this because|Why you:/)
      expect(JSON.stringify(keyboard)).not.toContain('v1:mute')
    }
  })
})

const repliesToCard = [
  'moderation_answer',
  'moderation_evidence',
  'moderation_lapsed',
  'moderation_file',
] as const
test.each(repliesToCard)('%s replies to the review card, but not in a chat without it', async (kind) => {
  const card = { chat_id: -1001, message_id: 77, lapsed_decider: 1 }
  await placeRows(api.owner, 'moderation_tasks', {}, card)
  const { payload } = samples[kind]
  const composeIn = async (chat_id: number) =>
    kinds[kind].compose(api.ctx, payload as never, { chat_id, language: 'ru', is_private: false })
  expect(await composeIn(-1001)).toMatchObject({ reply_to_message_id: 77 })
  const elsewhere = await composeIn(-1002)
  expect(elsewhere).not.toBeNull()
  expect(elsewhere).not.toHaveProperty('reply_to_message_id')
})

test('everything but the loss of access, what was asked for and the staff’s own messages can be muted', () => {
  const unmutableKinds = notificationKinds.filter((kind) => !isMutable(kind))
  expect(unmutableKinds.sort()).toEqual([
    'account_blocked',
    'account_restored',
    'channel_news',
    'client_error',
    'deal_drawn',
    'file_copy',
    'invitation_drawn',
    'moderation_answer',
    'moderation_appeal_decided',
    'moderation_card',
    'moderation_consequence',
    'moderation_evidence',
    'moderation_file',
    'moderation_lapsed',
    'moderation_question',
    'moderation_reminder',
    'moderation_report_closed',
    'moderation_service_restored',
    'moderation_warning',
    'money_report',
    'operations_alarm',
    'order_drawn',
    'order_reminder',
    'payment_case',
    'payment_held',
    'response_drawn',
    'restore_drill',
    'service_accepted',
    'service_countered',
    'service_declined',
    'service_drawn',
    'service_lapsed',
    'service_request',
    'service_request_waits',
    'service_withdrawn',
    'staff_chat',
    'staff_confirmation',
    'support_answer',
    'support_card',
    'support_news',
    'support_note',
    'support_question',
    'support_told',
    'update_given_up',
  ])
})
