import { expect, test } from 'vitest'
import { listEntries } from '#services/admin/moderation/queue-entries.ts'
import { addQueueEntries } from '#tests/support/orders/long-queue.ts'
import { photograph } from '#tests/support/screens/browser.ts'
import { people } from '#tests/support/screens/screen-scenes.ts'
import { openShowroom } from '#tests/support/screens/showroom.ts'

const showroom = await openShowroom({ MODERATION_UNDO_MS: '60000' })
const waitingTitle = 'Бот с картой лояльности для кофейни'
await addQueueEntries(showroom.api.owner, waitingTitle, 5)
const viewOptions = { theme: 'light', language: 'ru', width: 1280, height: 900 } as const

/** JavaScript that returns the rows of the moderation queue. */
const lines = "[...document.querySelectorAll('main ul > li > button')]"
/** JavaScript that presses the physical key J, which types this letter in the current keyboard layout. */
const pressPhysicalJ = (key: string) =>
  `document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '${key}', code: 'KeyJ', bubbles: true }))`

const stateOf = async (id: number) =>
  await showroom.api.ctx.db
    .selectFrom('moderation_tasks')
    .select(['state', 'reason'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

test('a whole shift goes by keys: on and back, publish, reject with a reason, take back', async () => {
  const { page, go, complaints } = await showroom.open(people.admin, viewOptions)
  await go('/admin-panel/projects')
  const entries = page.getByRole('list', { name: 'Очередь' }).getByRole('listitem')
  const currentRow = page.locator('button[aria-current]')
  const title = async () => (await currentRow.locator('b').textContent()) ?? ''
  await entries.nth(2).waitFor()
  const [first, second] = [
    await entries.nth(0).locator('b').textContent(),
    await entries.nth(1).locator('b').textContent(),
  ]
  expect(await title()).toBe(first)

  // The listing's text stands above the buttons for a decision.
  await page.getByRole('heading', { name: first ?? '', level: 2 }).waitFor()
  const approveButton = page.getByRole('button', { name: 'Опубликовать', exact: true })
  const text = await page.locator('section .prose').first().boundingBox()
  const button = await approveButton.boundingBox()
  expect((text?.y ?? 0) < (button?.y ?? 0)).toBe(true)
  // The buttons for a decision are visible without scrolling.
  expect((button?.y ?? 0) + (button?.height ?? 0)).toBeLessThanOrEqual(viewOptions.height)

  await page.keyboard.press('j')
  expect(await title()).toBe(second)
  await page.keyboard.press('k')
  expect(await title()).toBe(first)
  // The shortcut belongs to the physical key, so it also works in the Russian keyboard layout. With Shift it does
  // nothing.
  await page.evaluate(pressPhysicalJ('о'))
  await expect.poll(title).toBe(second)
  await page.keyboard.press('Shift+K')
  expect(await title()).toBe(second)
  await page.keyboard.press('k')
  await expect.poll(title).toBe(first)

  const ids = (await listEntries(showroom.api.ctx.db, { kind: 'order' })).items.map(({ id }) => id)
  await page.keyboard.press('a')
  await page.getByText('Опубликовано', { exact: true }).first().waitFor()
  await expect.poll(title).toBe(second)
  expect(await stateOf(ids[0] ?? 0)).toMatchObject({ state: 'approved' })
  await page.keyboard.press('z')
  await expect.poll(() => stateOf(ids[0] ?? 0)).toMatchObject({ state: 'claimed' })
  await expect.poll(title).toBe(first)

  // Keyboard shortcuts do nothing while a moderator types in a field.
  const search = page.getByRole('searchbox')
  await search.fill('заказ')
  await search.press('a')
  await search.fill('')
  await search.press('Enter')
  expect(await stateOf(ids[0] ?? 0)).toMatchObject({ state: 'claimed' })
  await entries.nth(2).waitFor()

  // The moderator can choose and send a reason by keyboard. Other shortcuts do nothing while the sheet of reasons is
  // open.
  await page.keyboard.press('r')
  const sheet = page.getByRole('dialog', { name: 'Почему отклоняем?' })
  // No reason is preselected, and the rejection cannot be sent without one.
  expect(await sheet.getByRole('radio', { checked: true }).count()).toBe(0)
  expect(await sheet.getByRole('button', { name: /^Отклонить/ }).isDisabled()).toBe(true)
  await sheet.getByText('Сначала выберите причину').waitFor()
  // A digit in the comment is a part of its text.
  await sheet.getByRole('textbox').pressSequentially('2')
  expect(await sheet.getByRole('radio', { checked: true }).count()).toBe(0)
  await sheet.getByRole('textbox').fill('')
  await sheet.getByRole('radio', { name: 'Контакты в описании' }).focus()
  await page.keyboard.press('3')
  expect(await sheet.getByRole('radio', { name: 'Непонятное задание' }).isChecked()).toBe(true)
  await page.keyboard.press('a')
  await page.keyboard.press('Enter')
  await sheet.waitFor({ state: 'detached' })
  await expect.poll(title).toBe(second)
  expect(await stateOf(ids[0] ?? 0)).toEqual({ state: 'rejected', reason: 'unclear' })
  await photograph(page, 'admin-shift', 'rejected')
  expect(complaints).toEqual([])
  await page.close()
})

test('a page holds a thousand entries, draws those on the screen and stays quick', async () => {
  await addQueueEntries(showroom.api.owner, waitingTitle, 1000)
  const { page, go } = await showroom.open(people.admin, viewOptions)
  await go('/admin-panel/projects')
  await expect.poll(() => page.evaluate(`${lines}.length`)).toBe(1000)
  const note = page.getByText('Сначала те, что ждут дольше')
  expect(await note.textContent()).toMatch(/^1–1\s000\sиз\s[12]\s0\d\d\./)
  const countDrawnScript = `${lines}.filter((line) => line.checkVisibility({ contentVisibilityAuto: true })).length`
  expect(await page.evaluate(countDrawnScript)).toBeLessThan(100)
  // Moving the selection to another row redraws only two rows, even in a long list.
  await page.evaluate(`
    window.touched = new Set()
    new MutationObserver((records) => records.forEach(({ target }) => window.touched.add(target)))
      .observe(${lines}[0].closest('ul'), { subtree: true, childList: true, attributes: true, characterData: true })`)
  const touchCounts: number[] = []
  for (let step = 1; step <= 20; step++) {
    await page.evaluate(pressPhysicalJ('j'))
    await expect.poll(() => page.evaluate(`${lines}[${step}].hasAttribute('aria-current')`)).toBe(true)
    touchCounts.push(await page.evaluate<number>('window.touched.size'))
    await page.evaluate('window.touched.clear()')
  }
  expect(Math.max(...touchCounts)).toBe(2)
  await page.close()
})
