import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import english from '#contract/texts/en/info.json' with { type: 'json' }
import russian from '#contract/texts/ru/info.json' with { type: 'json' }
import { otherMentions, personalData } from '#services/privacy/personal-data.ts'
import { assignedOrder } from '#tests/api/deals/running-work.ts'
import { pdf } from '#tests/api/files/uploads-corpus.ts'
import { send } from '#tests/api/files/uploads-sending.ts'
import { type Api, openApi } from '#tests/support/api/api.ts'

let api: Api
beforeAll(async () => {
  api = await openApi()
})

test('every column that names a person is in the catalogue of personal data', async () => {
  const { rows } = await sql<{ place: string }>`
    select c.conrelid::regclass || '.' || a.attname as place
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
    where c.contype = 'f' and c.confrelid = 'users'::regclass`.execute(api.ctx.db)
  const catalogue = [
    ...Object.keys(otherMentions),
    ...personalData.map(({ table, where }) => `${table}.${where.split(' ')[0]}`),
  ]
  expect(rows.length).toBeGreaterThan(25)
  expect(rows.map(({ place }) => place).filter((column) => !catalogue.includes(column))).toEqual([])
})

/** Data that are kept after a deletion, in the words of the privacy policy. */
const keptTables: Record<string, [string, string]> = {
  departures: [
    'код, вычисленный из номера вашей учётной записи',
    'code computed from your Telegram account number',
  ],
  sessions: ['Записи о входах', 'Records of logins'],
  listings: ['Тексты объявлений', 'Texts of listings'],
  orders: ['Тексты объявлений', 'Texts of listings'],
  vacancies: ['Тексты объявлений', 'Texts of listings'],
  responses: ['объявлений, откликов', 'listings, responses'],
  service_requests: ['запросов на услуги', 'requests for services'],
  invitations: ['ваши слова в приглашениях', 'your words in invitations'],
  deal_steps: ['сданные работы', 'work you handed in'],
  payments: ['и о платежах', 'logins and payments'],
  credits: ['и о платежах', 'logins and payments'],
  reports: ['Жалобы и решения модераторов', 'Reports and moderators’ decisions'],
  chat_members: ['Сообщения, отзывы', 'Messages, reviews'],
  chat_messages: ['Сообщения, отзывы', 'Messages, reviews'],
  reviews: ['Сообщения, отзывы', 'Messages, reviews'],
  deliveries: [
    '90 дней: Записи о том, какие сообщения прислал бот',
    '90 days: Records of which messages the bot sent',
  ],
}

/**
 * Texts of the privacy policy about messages in the chats of staff. These messages and the names in them cannot be
 * deleted.
 */
const inStaffChats: [string, string][] = [
  ['У поддержки — сообщения обращений', 'In the support chat, the messages you sent to support'],
  [
    'У модераторов — карточки объявлений и жалоб с вашим именем',
    'In the moderators’ chat, cards of listings and reports that bear your name',
  ],
]

test('the privacy policy names everything that a deletion leaves, in both languages', () => {
  const tablesLeft = personalData.filter(({ on_delete }) => on_delete === 'kept').map(({ table }) => table)
  expect([...new Set(tablesLeft)].sort()).toEqual(Object.keys(keptTables).sort())
  for (const [ru, en] of [...Object.values(keptTables), ...inStaffChats]) {
    expect(russian['policy.stored.text']).toContain(ru)
    expect(english['policy.stored.text']).toContain(en)
  }
})

describe('an export', () => {
  test('holds what is the person’s in a table by one column and by another', async () => {
    const { anna, boris, order } = await assignedOrder(api)
    const review = (author_id: number, subject_id: number, reply_text: string | null) => ({
      listing_id: order.id,
      author_id,
      subject_id,
      rating: 5,
      review_text: `Of ${author_id}`,
      published_at: api.ctx.now().toISOString(),
      reply_text,
      replied_at: reply_text && api.ctx.now().toISOString(),
    })
    await api.owner
      .insertInto('reviews')
      .values([review(boris.id, anna.id, null), review(anna.id, boris.id, 'Спасибо')])
      .execute()
    const { tables } = await boris.call('GET /api/users/export')
    expect(tables.reviews).toMatchObject([{ review_text: `Of ${boris.id}` }, { reply_text: 'Спасибо' }])
  })

  test('holds what is the person’s and nothing of others', async () => {
    const { anna, boris, order } = await assignedOrder(api)
    const { file } = await send(api, boris, { name: 'plan.pdf', bytes: pdf })
    const { tables } = await boris.call('GET /api/users/export')
    expect(tables.files).toMatchObject([
      { id: file.id, name: 'plan.pdf', purpose: 'attachment', file_format: 'pdf', bytes: pdf.length },
    ])
    expect(tables).toMatchObject({
      users: [{ id: boris.id, telegram_id: boris.account.id, full_name: boris.user.full_name }],
      responses: [
        { listing_id: order.id, response_text: expect.stringContaining('работы'), price: expect.any(Number) },
      ],
      user_phones: [{ confirmed_at: expect.any(String) }],
      listings: [],
    })
    const text = JSON.stringify(tables)
    expect(text).not.toContain(String(anna.account.username))
    expect(text).not.toMatch(/phone_enc|phone_hmac|launch_hash|storage_key/)
  })
})
