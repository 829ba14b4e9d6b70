import type { Page } from 'playwright-core'
import { draw } from '#tests/support/people/portfolios.ts'

/** What is opened or done on a screen before it is looked at. */

export const press = (name: string | RegExp) => async (page: Page) => {
  await page.getByRole('button', { name }).first().click()
  await page.getByRole('dialog').waitFor()
}

/** Puts both responses into the shortlist and lays them side by side. */
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

/** Two photos wait for the next message; a video cannot go with it. */
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

/** Once answered, the question does not come again in the next window. */
export const hire = async (page: Page) => {
  const answer = page.getByRole('button', { name: /^(Ищу исполнителя|I'm hiring)/ })
  const empty = page.getByRole('heading', { name: /^(Найдём исполнителя|Let's find)/ })
  await answer.or(empty).first().waitFor()
  if (await answer.isVisible()) await answer.click()
  await empty.waitFor()
}

/** Puts the first card of the feed away. */
export async function putAway(page: Page): Promise<void> {
  await press(/(Не то|Not this)$/)(page)
  await page.getByRole('button', { name: /^(Убрать из ленты|Remove)$/ }).click()
  await page.getByRole('button', { name: /^(Вернуть|Undo)$/ }).waitFor()
}
/** Stays until the words are remembered: from then on they stand below the field. */
export async function staysWithWords(page: Page): Promise<void> {
  await page.waitForFunction("JSON.stringify({ ...localStorage }).includes('zzzzqq')")
}
/** The newest entry of the audit log, with what was before and after it. */
export const unfold = (page: Page) => page.locator('main li > button').first().click()
/** Opens the letters that are kept, under one that is not kept yet. */
export async function openTemplates(page: Page): Promise<void> {
  await press(/^(Откликнуться|Respond)/)(page)
  await page.getByRole('textbox').first().fill('Сделаю пять карточек за три дня.')
  await page.getByRole('button', { name: /^(Шаблоны|Templates)$/ }).click()
  await page
    .getByRole('button', { name: /^(Удалить\sшаблон|Delete\sthe\stemplate)$/ })
    .first()
    .waitFor()
}
