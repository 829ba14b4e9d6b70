import { expect, test } from 'vitest'
import { markupOf } from '#tests/support/components/markup.tsx'
import { queryClient } from '#web/client/query.ts'
import { categories } from '#web/features/listings/queries.ts'
import { ChannelFields, type ChannelSettings } from './channel-fields.tsx'

const category = (id: number, name: string, parent_id: number | null) => ({
  id,
  name,
  parent_id,
  is_closed: false,
})
queryClient.setQueryData(categories().queryKey, [
  category(300, 'Дизайн', null),
  category(301, 'Логотипы', 300),
  category(302, 'Дизайн сайтов', 300),
] as never)

const settings: ChannelSettings = {
  kind: 'vacancy',
  category_ids: [301],
  language: null,
  per_hour: 60,
  is_quiet: false,
}
const fieldsOf = (part: Partial<ChannelSettings>) =>
  markupOf(<ChannelFields value={{ ...settings, ...part }} onChange={() => {}} />).replaceAll(/\s/g, ' ')

test('the fields show what a channel takes, and offer only what it does not take yet', () => {
  const html = fieldsOf({})
  expect(html).toMatch(/aria-checked="true"[^>]*><span>Вакансии</)
  expect(html).toContain('aria-label="Убрать «Логотипы»"')
  // The category stands as a chip, so that the list of those to add has the others and the whole group alone.
  expect(html).toContain('<option value="302">Дизайн сайтов</option>')
  expect(html).toContain('<option value="300">Дизайн: все</option>')
  expect(html).not.toContain('<option value="301">')
  expect(html).toMatch(/<option value="unset" selected="">Любой</)
  expect(html).toContain('<option value="60" selected="">60 в час</option>')
  expect(html).toContain('Ночью молчать, 22:00–\u206009:00')
  expect(html).toMatch(/role="switch" aria-checked="false"/)
  expect(html).not.toContain('Ни одной не выбрано')
})

test('a channel without categories takes all of them, and says so', () => {
  const html = fieldsOf({ kind: null, category_ids: [], language: 'en', is_quiet: true })
  expect(html).toContain('Ни одной не выбрано, поэтому выходят объявления всех категорий')
  expect(html).toMatch(/aria-checked="true"[^>]*><span>Всё</)
  expect(html).toContain('<option value="en" selected="">Английский</option>')
  expect(html).toMatch(/role="switch" aria-checked="true"/)
})

test('a category that the list does not have yet is named by its number', () =>
  expect(fieldsOf({ category_ids: [999] })).toContain('aria-label="Убрать «999»"'))
