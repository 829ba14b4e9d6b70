import { expect, test } from 'vitest'
import type { Config } from '#services/core/config/config.ts'
import type { PostRow } from './columns.ts'
import { composePost, partsOf } from './text.ts'

const config = {
  BOT_USERNAME: 'otklik_bot',
  BOT_HAS_MAIN_APP: true,
  TELEGRAM_LINK_ORIGIN: 'https://t.me',
} as Config

const row: PostRow = {
  id: 7,
  kind: 'order',
  audience: 'public',
  status: 'published',
  hidden_reason: null,
  flagged_at: null,
  executor_id: null,
  author_id: 1,
  author_status: 'active',
  payment_format: 'fixed',
  is_taken_here: true,
  title: 'Редизайн & <приложение>',
  about: 'Есть рабочее\n\nприложение на 14 экранов.',
  price: null,
  min_stake: 4_500_000,
  max_stake: 6_000_000,
  currency: 'RUB',
  deadline: '2026-11-28T09:00:00Z',
  is_remote: true,
  location: 'Казань',
  skills: ['Figma', 'C++', 'Node.js', '1С', '2024', 'UI kit', 'Ещё'],
  category: { ru: 'Дизайн интерфейсов', en: 'Interface design' },
  responses_count: 12,
  is_everyone_answered: true,
}
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ')
const channel = { id: 3, language: null }

test('an open order is a title, its price, its terms, its text and tags', () => {
  const { text, keyboard } = composePost(config, row, channel)
  expect(plain(text)).toBe(
    [
      '<b>Редизайн &amp; &lt;приложение&gt;</b>',
      '',
      '<b>45 000 ₽ – 60 000 ₽</b> за проект\nдо 28 ноября\nДизайн интерфейсов · можно удалённо',
      '',
      'Есть рабочее приложение на 14 экранов.',
      '',
      '#figma #node_js #1с #ui_kit #удалённо',
    ].join('\n'),
  )
  const param = 'page_order___orderId_7___from_3'
  expect(keyboard).toEqual([
    [{ text: 'Откликнуться', url: `https://t.me/otklik_bot?startapp=${param}&start=${param}` }],
  ])
})

test('the language of the channel is that of the words around the listing', () => {
  const { text } = composePost(config, row, { ...channel, language: 'en' })
  expect(plain(text)).toContain('per project\nuntil 28 November\nInterface design · remote is fine')
})

test('a listing with nothing but a title, and one at a place', () => {
  const bare = {
    ...row,
    min_stake: null,
    max_stake: null,
    deadline: null,
    category: null,
    about: null,
    skills: [],
  }
  expect(plain(composePost(config, { ...bare, is_remote: false, location: null }, channel).text)).toBe(
    '<b>Редизайн &amp; &lt;приложение&gt;</b>\n\nПо договорённости',
  )
  expect(partsOf({ ...bare, is_remote: false }, 'ru').terms.map(plain)).toEqual([
    'По договорённости',
    'Казань',
  ])
})

test('a long text is cut, before it is escaped', () => {
  const { text } = partsOf({ ...row, about: '<'.repeat(400) }, 'ru')
  expect(text).toBe(`${'<'.repeat(299)}…`)
})

const filled = { ...row, status: 'in_progress', executor_id: 8 } as const

test.each([
  [12, true, 'Исполнитель найден.</b> Откликнулись 12 человек, ответ получил каждый.'],
  [12, false, 'Исполнитель найден.</b> Откликнулись 12 человек.'],
  [1, true, 'Исполнитель найден.</b> Откликнулся 1 человек.'],
  [0, true, 'Исполнитель найден.</b>'],
])('a filled order with %i responses, all answered: %s', (responses_count, is_everyone_answered, words) => {
  const { text } = composePost(config, { ...filled, responses_count, is_everyone_answered }, channel)
  const [title, end] = plain(text).split('\n\n')
  expect([title, end]).toEqual(['<s>Редизайн &amp; &lt;приложение&gt;</s>', `<b>${words}`])
})

test('a filled order leads to similar ones, or to all', () => {
  const similar = composePost(config, filled, channel, { words: 'Figma', count: 7 }).keyboard
  expect(similar).toEqual([
    [
      {
        text: 'Похожие заказы, 7',
        url: 'https://t.me/otklik_bot?startapp=page_orders___query_Figma&start=page_orders___query_Figma',
      },
    ],
  ])
  expect(composePost(config, filled, channel).keyboard).toEqual([
    [{ text: 'Другие заказы', url: 'https://t.me/otklik_bot?startapp=page_orders&start=page_orders' }],
  ])
})

test('a job post that is over leads to job posts, never to orders', () => {
  const vacancy = { ...filled, kind: 'vacancy' as const }
  expect(composePost(config, vacancy, channel).keyboard).toEqual([
    [
      {
        text: 'Другие вакансии',
        url: 'https://t.me/otklik_bot?startapp=page_vacancies&start=page_vacancies',
      },
    ],
  ])
  expect(composePost(config, vacancy, channel, { words: 'Go', count: 3 }).keyboard).toEqual([
    [
      {
        text: 'Похожие вакансии, 3',
        url: 'https://t.me/otklik_bot?startapp=page_vacancies___query_Go&start=page_vacancies___query_Go',
      },
    ],
  ])
})

test('a listing that the channel no longer takes leads to itself while it is open', () => {
  const moved = { ...row, is_taken_here: false }
  const param = 'page_vacancy___vacansyId_7___from_3'
  expect(composePost(config, { ...moved, kind: 'vacancy' }, channel)).toEqual({
    text: 'Вакансия больше не подходит этому каналу.',
    keyboard: [
      [{ text: 'Открыть вакансию', url: `https://t.me/otklik_bot?startapp=${param}&start=${param}` }],
    ],
  })
  expect(composePost(config, { ...moved, status: 'in_progress', executor_id: 8 }, channel)).toEqual({
    text: 'Заказ больше не подходит этому каналу.',
    keyboard: [],
  })
})

test('the longest listing of signs that take two units or five letters stays within a message of Telegram', () => {
  // 15 units each.
  const signs = (times: number) => '🧑🏽‍💻&<"مرحبا'.repeat(times)
  const long = {
    ...row,
    title: signs(8),
    about: signs(666),
    location: signs(13),
    is_remote: false,
    skills: Array.from({ length: 30 }, (_, index) =>
      `Навык номер ${index} и ещё слова до сорока`.slice(0, 40),
    ),
    min_stake: 999_999_999_999,
    max_stake: 1_000_000_000_000,
  }
  const { text } = composePost(config, long, channel)
  expect(text.length).toBeLessThan(4096)
  expect(text).not.toMatch(/[\ud800-\udbff](?![\udc00-\udfff])/)
})

test('what was taken down leaves nothing of itself', () => {
  const taken = { ...row, status: 'hidden', hidden_reason: 'staff' } as const
  expect(composePost(config, taken, channel)).toEqual({ text: 'Заказ снят с публикации.', keyboard: [] })
  expect(composePost(config, { ...taken, kind: 'vacancy' }, channel).text).toBe(
    'Вакансия снята с публикации.',
  )
})
