import type { Page } from 'playwright-core'
import { drawPicture } from '#tests/support/people/portfolios.ts'

/** Actions on a screen before a screenshot of it is taken. */

export const press = (name: string | RegExp) => async (page: Page) => {
  await page.getByRole('button', { name }).first().click()
  await page.getByRole('dialog').waitFor()
}

/** Adds both responses to the shortlist and opens their comparison. */
export async function compareBoth(page: Page): Promise<void> {
  const marks = page.getByRole('button', { name: /^(В короткий список|Add to shortlist)$/ })
  const shortlistToast = page.getByText(/^(Отклик\sв\sкоротком\sсписке|Added\sto\sshortlist)$/)
  for (let remainingMarks = await marks.count(); remainingMarks > 0; remainingMarks--) {
    await marks.first().click()
    await shortlistToast.waitFor()
    await shortlistToast.waitFor({ state: 'detached' })
  }
  await page.getByRole('button', { name: /^(Короткий список|Shortlist) 2$/ }).click()
  await page.getByRole('button', { name: /^(Сравнить двоих|Compare two)$/ }).click()
  await page.getByRole('dialog').waitFor()
}

export async function quoteLastMessage(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^(Действия с сообщением|Message actions)/ })
    .last()
    .click()
  await page.getByRole('button', { name: /^(Ответить|Reply)$/ }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

/** Attaches two photos and a video to the next chat message. The video is refused. */
export async function attachFiles(page: Page): Promise<void> {
  const file = (name: string, buffer: Buffer) => ({ name, mimeType: '', buffer })
  await page
    .locator('footer input[type=file]')
    .setInputFiles([
      { ...file('Зал.png', await drawPicture('#c9d3d9', '#16181c')), mimeType: 'image/png' },
      { ...file('Стойка.png', await drawPicture('#7b6250', '#e9e4da')), mimeType: 'image/png' },
      file('Показ.mov', Buffer.from('moov')),
    ])
  const attachedFiles = page.getByRole('button', { name: /^(Убрать файл|Remove file): (Зал|Стойка)/ })
  await attachedFiles.nth(1).waitFor()
}

/**
 * Answers "I’m hiring" when the mini-app asks a new person what they want to do. If this was already answered, does
 * nothing.
 */
export const answerHiring = async (page: Page) => {
  const answer = page.getByRole('button', { name: /^(Ищу исполнителя|I’m hiring)/ })
  const emptyHeading = page.getByRole('heading', { name: /^(Найдём исполнителя|Find your freelancer)/ })
  await answer.or(emptyHeading).first().waitFor()
  if (await answer.isVisible()) await answer.click()
  await emptyHeading.waitFor()
}

/** Opens the menu of the first card of the feed. */
export async function openFeedMenu(page: Page): Promise<void> {
  await page
    .getByRole('article')
    .first()
    .getByRole('button', { name: /^(Ещё|More)$/ })
    .click()
  await page.getByRole('button', { name: /^(Не подходит|Not for me)/ }).waitFor()
}

/** Opens the question why the first card of the feed does not suit. */
export async function openHideForm(page: Page): Promise<void> {
  await openFeedMenu(page)
  await press(/^(Не подходит|Not for me)/)(page)
  await page.getByRole('radio').first().waitFor()
}

/**
 * Hides the first card of the feed. The second reason is chosen, because the first one mutes the card's whole category,
 * and a walk through many themes would have no card left.
 */
export async function hideFirstCard(page: Page): Promise<void> {
  await openHideForm(page)
  await page.getByRole('radio').nth(1).check()
  await page.getByRole('button', { name: /^(Убрать из ленты|Hide)$/ }).click()
  await page.getByRole('button', { name: /^(Вернуть|Undo)$/ }).waitFor()
}
/** Waits until the search words are stored. The search field later offers them as a recent search. */
export async function waitForSavedSearch(page: Page): Promise<void> {
  await page.waitForFunction("JSON.stringify({ ...localStorage }).includes('zzzzqq')")
}
/** Expands the newest entry of the audit log, which then shows the values before and after. */
export const unfoldEntry = (page: Page) => page.locator('main li button').first().click()
/** Opens the list of saved response templates, below a text that is not saved as a template. */
export async function openTemplates(page: Page): Promise<void> {
  await press(/^(Откликнуться|Respond)/)(page)
  await page.getByRole('textbox').first().fill('Сделаю пять карточек за три дня.')
  await page.getByRole('button', { name: /^(Шаблоны|Templates)$/ }).click()
  await page
    .getByRole('button', { name: /^(Удалить\sшаблон|Delete\sthe\stemplate)$/ })
    .first()
    .waitFor()
}
