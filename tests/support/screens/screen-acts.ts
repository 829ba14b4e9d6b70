import type { Page } from 'playwright-core'
import { draw } from '#tests/support/people/portfolios.ts'

/** Acts on a screen before it is photographed. */

export const press = (name: string | RegExp) => async (page: Page) => {
  await page.getByRole('button', { name }).first().click()
  await page.getByRole('dialog').waitFor()
}

/** Adds both responses to the shortlist and opens the comparison. */
export async function compareBoth(page: Page): Promise<void> {
  const marks = page.getByRole('button', { name: /^(В короткий список|Add to shortlist)$/ })
  const told = page.getByText(/^(Отклик\sв\sкоротком\sсписке|Added\sto\sshortlist)$/)
  for (let left = await marks.count(); left > 0; left--) {
    await marks.first().click()
    await told.waitFor()
    await told.waitFor({ state: 'detached' })
  }
  await page.getByRole('button', { name: /^(Короткий список|Shortlist) 2$/ }).click()
  await page.getByRole('button', { name: /^(Сравнить двоих|Compare two)$/ }).click()
  await page.getByRole('dialog').waitFor()
}

export async function quoteLast(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^(Действия с сообщением|Message actions)/ })
    .last()
    .click()
  await page.getByRole('button', { name: /^(Ответить|Reply)$/ }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

/** Attaches two photos to the next message, and a video that is refused. */
export async function attachFiles(page: Page): Promise<void> {
  const file = (name: string, buffer: Buffer) => ({ name, mimeType: '', buffer })
  await page
    .locator('footer input[type=file]')
    .setInputFiles([
      { ...file('Зал.png', await draw('#c9d3d9', '#16181c')), mimeType: 'image/png' },
      { ...file('Стойка.png', await draw('#7b6250', '#e9e4da')), mimeType: 'image/png' },
      file('Показ.mov', Buffer.from('moov')),
    ])
  const sent = page.getByRole('button', { name: /^(Убрать файл|Remove file): (Зал|Стойка)/ })
  await sent.nth(1).waitFor()
}

/** Answers the question of the first launch, unless an earlier window has answered it. */
export const hire = async (page: Page) => {
  const answer = page.getByRole('button', { name: /^(Ищу исполнителя|I'm hiring)/ })
  const empty = page.getByRole('heading', { name: /^(Найдём исполнителя|Let's find)/ })
  await answer.or(empty).first().waitFor()
  if (await answer.isVisible()) await answer.click()
  await empty.waitFor()
}

/** Hides the first card of the feed. */
export async function putAway(page: Page): Promise<void> {
  await press(/(Не то|Not this)$/)(page)
  await page.getByRole('button', { name: /^(Убрать из ленты|Remove)$/ }).click()
  await page.getByRole('button', { name: /^(Вернуть|Undo)$/ }).waitFor()
}
/** Waits until the search is saved: the field then offers it below. */
export async function staysWithWords(page: Page): Promise<void> {
  await page.waitForFunction("JSON.stringify({ ...localStorage }).includes('zzzzqq')")
}
/** Unfolds the newest entry of the audit log, with the values before and after. */
export const unfold = (page: Page) => page.locator('main li > button').first().click()
/** Opens the saved templates, below a text that is not saved yet. */
export async function openTemplates(page: Page): Promise<void> {
  await press(/^(Откликнуться|Respond)/)(page)
  await page.getByRole('textbox').first().fill('Сделаю пять карточек за три дня.')
  await page.getByRole('button', { name: /^(Шаблоны|Templates)$/ }).click()
  await page
    .getByRole('button', { name: /^(Удалить\sшаблон|Delete\sthe\stemplate)$/ })
    .first()
    .waitFor()
}
