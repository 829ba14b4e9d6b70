import { expect, test, vi } from 'vitest'
import { markupOf, piecesOf, speak } from '#tests/support/components/markup.tsx'
import type { AdminChannel } from '#web/features/admin/frame/queries.ts'

let width = 390
// The mini-app's modules ask for the width when they are loaded, and again whenever they draw.
vi.stubGlobal('window', {
  ...window,
  matchMedia: (media: string) => ({
    get matches() {
      return width >= Number(media.match(/\d+/)?.[0])
    },
    addEventListener: () => {},
  }),
})
const { ChannelBadge, ChannelRows } = await import('./channel-rows.tsx')
const { LostRights } = await import('./lost-rights.tsx')

const since = '2026-11-16T06:00:00Z'
const channel: AdminChannel = {
  id: 7,
  title: 'Заказы для дизайнеров',
  username: 'otklik_design',
  kind: 'order',
  categories: [
    { id: 301, name: 'Логотипы' },
    { id: 302, name: 'Дизайн сайтов' },
  ],
  language: 'ru',
  per_hour: 20,
  is_quiet: true,
  quiet_until: null,
  state: 'active',
  lost: null,
  missing_rights: [],
  posted_today: 38,
  last_posted_at: '2025-03-02T06:12:00Z',
  waiting: 0,
  opened: 1412,
  responded: 1214,
  connected_at: since,
}

const rowsAt = (screenWidth: number, part: Partial<AdminChannel> = {}) => {
  width = screenWidth
  const rows = (
    <ChannelRows channels={[{ ...channel, ...part }]} shown={7} onShow={() => {}} onMenu={() => {}} />
  )
  return piecesOf(rows).replaceAll(/\s/g, ' ')
}

test('on a wide screen a channel is a row of the table: what it takes, its posts and the responses from it', () => {
  const text = rowsAt(1280)
  expect(text).toContain('|Канал|Что публикует|Язык|Сегодня|Последнее|Откликов из канала|Состояние|')
  expect(text).toContain('@otklik_design|')
  expect(text).toMatch(/\|Заказы\|.*Логотипы, Дизайн сайтов\|русский\|38\|2 мар 2025\|1 214\|Публикует\|/)
  const all = rowsAt(1280, {
    kind: null,
    categories: [],
    language: null,
    last_posted_at: null,
    username: null,
  })
  expect(all).toContain('|Все категории|любой|38|—|1 214|')
  expect(all).not.toContain('@')
})

test('on a phone a channel is a card with the same figures', () => {
  const text = rowsAt(390)
  expect(text).not.toContain('Откликов из канала')
  expect(text).toMatch(/сегодня 38.*откликов 1 214.*\|Публикует\|/)
})

test.each<[Partial<AdminChannel>, string]>([
  [{}, 'Публикует'],
  [{ state: 'paused' }, 'На паузе'],
  [{ quiet_until: '2026-11-17T06:00:00Z' }, 'До\\s\\d+:00\\sтихо'],
  [{ missing_rights: ['can_edit_messages'] }, 'Не все права'],
  [{ missing_rights: ['can_post_messages'], lost: { reason: 'no_right', since } }, 'Нельзя публиковать'],
  [{ lost: { reason: 'removed', since } }, 'Бота нет в канале'],
  [{ lost: { reason: 'gone', since } }, 'Канала нет'],
  // Lost rights are more urgent than the pause and the night.
  [{ state: 'paused', quiet_until: since, lost: { reason: 'removed', since } }, 'Бота нет в канале'],
  [{ state: 'paused', quiet_until: since }, 'На паузе'],
])('the state of a channel with %j begins with «%s»', (part, text) =>
  expect(piecesOf(<ChannelBadge channel={{ ...channel, ...part }} />)).toMatch(new RegExp(`\\|${text}`)),
)

const noticeOf = (part: Partial<AdminChannel>) =>
  piecesOf(<LostRights channel={{ ...channel, ...part }} />).replaceAll(/\s/g, ' ')

test('a channel that posts has no notice', () => {
  expect(noticeOf({})).toBe('')
  expect(noticeOf({ state: 'paused', waiting: 3 })).toBe('')
})

test.each<[string, Partial<AdminChannel>, string]>([
  [
    'lost rights with listings that wait',
    { lost: { reason: 'no_right', since }, missing_rights: ['can_post_messages'], waiting: 3 },
    '|«Заказы для дизайнеров»: боту нельзя публиковать.|Верните ему в настройках канала права: «Публикация сообщений». 3 объявления ждут и выйдут по порядку; закрытые и устаревшие к тому времени не выйдут.|Проверить права|',
  ],
  [
    'a bot that keeps its place without any right',
    {
      lost: { reason: 'no_right', since },
      missing_rights: ['can_post_messages', 'can_edit_messages', 'can_delete_messages'],
    },
    '|«Заказы для дизайнеров»: боту нельзя публиковать.|Верните ему в настройках канала права: «Публикация сообщений», «Изменение сообщений», «Удаление сообщений».|Проверить права|',
  ],
  [
    'a bot that was removed, and nothing waits',
    { lost: { reason: 'removed', since } },
    '|«Заказы для дизайнеров»: бота нет среди администраторов канала, или канал удалён.|Снова добавьте его в администраторы с правами на публикацию, изменение и удаление сообщений.|Проверить права|',
  ],
  [
    'a deleted channel, for which waiting is in vain',
    { lost: { reason: 'gone', since }, waiting: 3 },
    '|«Заказы для дизайнеров»: Telegram не находит такой канал.|Если канал удалён, отключите его здесь.|Отключить канал|',
  ],
  [
    'rights without which posts cannot change',
    { missing_rights: ['can_edit_messages', 'can_delete_messages'] },
    '|«Заказы для дизайнеров»: боту не хватает прав.|Дайте в настройках канала: «Изменение сообщений», «Удаление сообщений». Без этого бот не всегда сможет изменить или удалить старый пост.|Проверить права|',
  ],
])('%s: the notice says what to do', (_name, part, text) => expect(noticeOf(part)).toBe(text))

test('lost rights are red and heard at once, missing ones are a warning', () => {
  const html = (part: Partial<AdminChannel>) => markupOf(<LostRights channel={{ ...channel, ...part }} />)
  expect(html({ lost: { reason: 'no_right', since } })).toMatch(/role="alert".*class="[^"]*bad/)
  expect(html({ missing_rights: ['can_edit_messages'] })).toMatch(/class="[^"]*warn/)
})

test('an English administrator reads English', () => {
  speak('en')
  const lost = {
    lost: { reason: 'no_right' as const, since },
    missing_rights: ['can_post_messages' as const],
  }
  expect(noticeOf({ ...lost, waiting: 1 })).toContain(
    'the bot may not post.|Give it back these rights in the settings of the channel: “Post messages”. 1 listing is waiting and goes out then, unless it is closed or too old by then.|',
  )
  speak('ru')
})
