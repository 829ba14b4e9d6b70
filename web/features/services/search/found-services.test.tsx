import { expect, test } from 'vitest'
import { textOf } from '#tests/support/components/markup.tsx'
import type { Found } from '#web/features/listings/list/paged-list.tsx'
import type { FoundService } from '#web/features/services/queries.ts'
import { FoundServices } from './found-services.tsx'

const nothing = { data: { pages: [{ items: [] }] }, isPending: false } as unknown as Found<FoundService>
const textFor = (words: string, isExact: boolean, hasFilters: boolean) =>
  textOf(
    <FoundServices
      found={nothing}
      words={words}
      isExact={isExact}
      hasFilters={hasFilters}
      onReset={() => {}}
    />,
  )

test('an empty search for services speaks of words, mistakes and filters only where there are some', () => {
  expect(textFor('зоопарк', false, false)).toMatch(
    /Искали и с опечатками, и на другой раскладке\. Попробуйте другое слово\. Стереть слова/,
  )
  expect(textFor('зоопарк', true, false)).not.toMatch(/Искали|фильтр/)
  expect(textFor('зоопарк', false, true)).toMatch(
    /Искали и с опечатками.* другое слово или меньше фильтров\. Сбросить фильтры/,
  )
  expect(textFor('', false, true)).toMatch(/Под эти условия услуг сейчас нет.* Сбросить фильтры/)
  expect(textFor('', false, false)).toMatch(/Исполнители ещё не добавили услуг\. $/)
})
