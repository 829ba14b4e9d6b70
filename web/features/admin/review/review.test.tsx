import { expect, test } from 'vitest'
import { markupOf, piecesOf } from '#tests/support/components/markup.tsx'
import type { Decisions } from '#web/features/admin/decisions/use-decisions.ts'
import type { Task } from '#web/features/admin/frame/queries.ts'
import { Review } from './review.tsx'

const noon = '2026-11-16T09:00:00.000Z'
const task = {
  id: 1,
  subject: 'listing',
  kind: 'order',
  listing_id: 27,
  state: 'open',
  title: 'Меню для веранды',
  text: 'Нужен сайт.',
  marks: [],
  flags: [],
  duplicates: [],
  changes: [],
  unchanged: [],
  appeal: null,
  first: null,
  question: null,
  answer: null,
  report: null,
  edit_note: null,
  offer: null,
  decided_by: null,
  applied_at: null,
  waiting_since: noon,
  author_open: [],
  author_warnings: 0,
  author_status: 'active',
  author_role: 'user',
  record: {},
  author: { id: 2, full_name: 'Марина Соколова', avatar_url: null, created_at: noon },
}

/** Returns the texts of a task's page, separated by «|». */
function textOf(part: object): string {
  const page = piecesOf(<Review task={{ ...task, ...part } as unknown as Task} decisions={{} as Decisions} />)
  return page.replace(/[|\s]*\|[|\s]*/g, '|')
}

test('an edit is approved as an edit, each field before and after', () => {
  const pieces = [
    { is: 'same', text: 'Меню ' },
    { is: 'added', text: 'и вывеска ' },
    { is: 'same', text: 'для веранды' },
  ]
  const price = { field: 'Цена', before: '25 000 ₽', after: '60 000 ₽', share: null, pieces: null }
  const text = textOf({
    subject: 'revision',
    edit_note: 'Ждёт: новое название. В ленте пока прежняя версия.',
    changes: [{ field: 'Название', before: null, after: null, share: null, pieces }, price],
  })
  expect(text.replaceAll('\u00a0', ' ')).toContain(
    '|Ждёт: новое название. В ленте пока прежняя версия.|Что изменилось|',
  )
  expect(text).toContain('|Название|Было|Меню для веранды|Стало|Меню|и вывеска|для веранды|')
  expect(text).toContain('|Цена|Было|25 000 ₽|Стало|60 000 ₽|После правки целиком|')
  expect(text).toContain('|Отклонить правку|Одобрить правку|')
  expect(text).not.toContain('|Опубликовать|')
  expect(textOf({})).toContain('|Опубликовать|')
})

test('an appeal begins with the refusal, then come the words of the author', () => {
  const text = textOf({
    appeal: 'Это наша база.',
    first: { reason: 'topic', decider_name: 'Мария Орлова', decided_at: noon, has_other: true },
  })
  expect(text).toMatch(/^\|Первое решение\|.*\|Автор не согласен\|Это наша.база\.\|.*\|Меню для веранды\|/s)
})

test('a refusal that was appealed is kept, not made again', () => {
  const text = textOf({ appeal: 'Это наша база.' })
  expect(text).toContain('|Оставить отказ|Опубликовать|')
  expect(text).not.toContain('|Отклонить|')
})

test('beside the queue the other acts are in the bar of decisions, and the report shows the price of its listing', () => {
  const page = markupOf(<Review task={task as unknown as Task} decisions={{} as Decisions} hasShortcuts />)
  expect(page).toContain('aria-label="Спросить автора"')
  expect(page).toContain('aria-label="Действия"')
  expect(page).not.toContain('Взять на проверку')
  const report = { subject_type: 'listing', reason: 'scam', complaints: 1, reporters: [] }
  const offer = { price: 25000, currency: 'RUB', skills: [], placement_period: 30 }
  expect(textOf({ subject: 'report', report, offer })).toMatch(/25.000.₽/)
})

test.each([
  ['listing', 'Жалоба на объявление: Меню для веранды'],
  ['user', 'Жалоба на человека: Марина Соколова'],
  ['review', 'Жалоба на отзыв: Марина Соколова'],
  ['service', 'Жалоба на услугу: Марина Соколова'],
])('the title of a report on a %s says what is reported', (subject_type, title) => {
  const report = { subject_type, reason: 'scam', complaints: 1, reporters: [] }
  expect(textOf({ subject: 'report', report })).toContain(`|${title}|`)
})

test('a reported service that its owner has deleted is named as gone', () => {
  const report = { subject_type: 'service', reason: 'scam', complaints: 1, reporters: [] }
  expect(textOf({ subject: 'report', report, text: '' })).toMatch(/Исполнитель.уже.удалил/)
  expect(textOf({ subject: 'report', report })).not.toMatch(/удалил/)
})

test('a report gives its reason once, labels the reported text, and its buttons agree with the number', () => {
  const reporter = { id: 3, full_name: 'Борис Титов', reason: 'scam', created_at: noon, accepted: 0 }
  const report = {
    subject_type: 'listing',
    reason: 'scam',
    complaints: 1,
    reporters: [{ ...reporter, comment: 'Просит залог.', dismissed: 0 }],
  }
  const text = textOf({ subject: 'report', report })
  expect(text.match(/Обман/g)).toHaveLength(1)
  expect(text).toMatch(/\|Текст объявления\|Нужен.сайт\.\|/)
  expect(text).toMatch(/\|Жалоба верна\|Жалоба неверна\|/)
  expect(textOf({ subject: 'report', report: { ...report, complaints: 2 } })).toMatch(
    /\|Жалобы верны\|Жалобы неверны\|/,
  )
})

test('a reporter is named with the day and with the decisions about earlier reports', () => {
  const reporter = { id: 3, full_name: 'Борис Титов', reason: 'scam', comment: '', created_at: noon }
  const textWith = (accepted: number, dismissed: number) =>
    textOf({
      subject: 'report',
      report: {
        subject_type: 'listing',
        reason: 'scam',
        complaints: 1,
        reporters: [{ ...reporter, accepted, dismissed }],
      },
    })
  expect(textWith(0, 0)).toMatch(/\|16.ноября,.[\d:]+\|Первая.жалоба\|/)
  expect(textWith(2, 0)).toMatch(/\|Раньше.верных.жалоб:.2.из.2\|/)
  expect(textWith(0, 1)).toMatch(/\|Раньше.верных.жалоб:.0.из.1\|/)
})

test('the details agree with their names, and give a day of handing in only to an order', () => {
  const offer = { category: null, deadline: null, skills: [], location: null, placement_period: 30 }
  const order = textOf({ offer })
  expect(order).toMatch(
    /\|Категория\|Не.указана\|Сдать.до\|Без.срока\|Навыки\|Не.указаны\|Место\|Не.указано\|Срок.размещения\|30.дней\|/,
  )
  expect(textOf({ offer, kind: 'vacancy' })).not.toMatch(/Сдать.до/)
})

test('a listing with exactly the same text is named once, without comparing', () => {
  const twin = { id: 26, kind: 'order', title: 'Меню', status: 'published', since: noon, share: 100 }
  const pieces = [{ is: 'same', text: 'Нужен сайт.' }]
  const part = { flags: ['duplicate'], duplicate_of: 26, duplicates: [{ ...twin, pieces }] }
  const text = textOf(part)
  expect(text.match(/#26/g)).toHaveLength(1)
  expect(text).toMatch(/совпадение.100.%/)
  expect(text).not.toContain('Похожие объявления')
  const other = { ...twin, share: 80, pieces: [...pieces, { is: 'added', text: ' И меню.' }] }
  const compared = textOf({ ...part, duplicates: [other] })
  expect(compared).toContain('Похожие объявления')
  expect(compared.match(/#26/g)).toHaveLength(1)
})

test('a report on a private order says how it stands, and who its sides are', () => {
  const sides = { client: 'Анна Лебедева', freelancer: 'Борис Титов' }
  const report = { subject_type: 'listing', complaints: 1, reporters: [] }
  const withSides = textOf({ subject: 'report', status: 'offered', report: { ...report, sides } })
  expect(withSides.replaceAll('\u00a0', ' ')).toContain(
    '|Запрос отправлен. Заказчик: Анна Лебедева, исполнитель: Борис Титов|',
  )
  expect(
    textOf({ subject: 'report', status: 'published', report: { ...report, sides: null } }),
  ).not.toContain('Заказчик:')
})
