import { expect, test } from 'vitest'
import { people } from '#tests/support/screens.ts'
import { openShowroom } from '#tests/support/showroom.ts'
import { leaveTraces } from '#tests/support/staff-traces.ts'

const showroom = await openShowroom()
await leaveTraces(showroom.api)

test('an administrator reads a person and complaints, looks at contacts, renames a speciality, and the log tells it', async () => {
  const { page, go, complaints } = await showroom.open(people.admin, {
    ...({ theme: 'light', language: 'ru', width: 1280, height: 900 } as const),
  })
  await go(`/admin-panel/users/${await showroom.person(people.shop)}`)
  await page.getByRole('heading', { name: 'Послужной список' }).waitFor()
  await page.getByText('Решено отклонить').waitFor()
  await page.getByRole('button', { name: 'Показать контакты' }).click()
  await page.getByText('https://t.me/').first().waitFor()
  await page.getByRole('button', { name: 'Предупредить' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Предупредить' }).click()
  // One stands there already.
  await page.getByText('2 предупреждения за 90 дней').waitFor()

  await go('/admin-panel/reports')
  await page.getByText('Просит писать отзывы о товарах, которых не было').waitFor()

  await go('/admin-panel/directories')
  await page.getByRole('button', { name: /^Telegram-боты/ }).click()
  await page.getByRole('textbox', { name: 'Название по-русски' }).fill('Боты для Telegram')
  await page.getByRole('button', { name: 'Сохранить' }).click()
  await page.getByRole('button', { name: /^Боты для Telegram/ }).waitFor()

  await go('/admin-panel/audit')
  const newest = page.getByRole('list', { name: 'Журнал' }).getByRole('listitem').first()
  await newest.getByRole('button', { name: /Специальность переименована/ }).click()
  await newest.getByText('По-русски: Боты для Telegram').waitFor()
  await page.getByText('Контакты показаны').waitFor()
  await page.getByRole('searchbox').fill('Боты для Telegram')
  await expect.poll(() => page.getByText('Контакты показаны').count()).toBe(0)
  expect(complaints).toEqual([])
  await page.close()
})
