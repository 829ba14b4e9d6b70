import { mkdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { login, newAccount } from '#tests/support/people/people.ts'
import { people } from '#tests/support/screens/screen-scenes.ts'
import { openShowroom } from '#tests/support/screens/showroom.ts'

const showroom = await openShowroom()
const folder = 'test-output/story-check'
mkdirSync(folder, { recursive: true })

async function savedStory(): Promise<string> {
  const { api } = showroom
  const executor = await login(
    api,
    newAccount({ id: people.executor, first_name: 'Тимур', username: 'timur' }),
  )
  const { id } = await api.ctx.db
    .selectFrom('listings')
    .select('id')
    .where('kind', '=', 'order')
    .where('status', '=', 'in_progress')
    .where('executor_id', '=', executor.id)
    .limit(1)
    .executeTakeFirstOrThrow()
  const params = { id }
  const expectedTexts = {
    text: 'Меню и две обложки, исходники внутри.',
    link: 'https://example.com/menu',
    file_ids: [],
  }
  await executor.call('POST /api/projects/hand_in/:id', { params, body: expectedTexts })
  return JSON.stringify(await executor.call('GET /api/projects/:id/story', { params }), null, 2)
}

const storyFile = await savedStory()

test('the check of a story shows what was signed, and nothing of a file that is forged', async () => {
  const { story } = JSON.parse(storyFile)
  for (const [theme, width] of [
    ['light', 390],
    ['dark', 320],
  ] as const) {
    const window = await showroom.open(people.client, { theme, language: 'ru', width })
    await window.go('/deals/check')
    const { page } = window
    const checkText = async (text: string) => {
      await page.getByLabel('Содержимое файла').fill(text)
      await page.getByRole('button', { name: 'Проверить' }).click()
    }
    await page.getByRole('button', { name: 'Вставить текст' }).click()
    await checkText(storyFile)
    await page.getByText('Подлинная').waitFor()
    const pageText = (await page.locator('main').innerText()).replaceAll('\u00a0', ' ')
    for (const expectedText of [story.order.title, story.client.name, story.executor.name, 'на площадке с'])
      expect(pageText).toContain(expectedText)
    await window.photograph(`${folder}/genuine-${width}.png`)
    await checkText(storyFile.replace('"price":', '"price": 9000000, "price":'))
    await page.getByText('Не подлинная').waitFor()
    expect(await page.locator('main').innerText()).not.toContain(story.executor.name)
    await window.photograph(`${folder}/forged-${width}.png`)
    await checkText(storyFile)
    await page.getByText('Подлинная').waitFor()
    await checkText(storyFile.replaceAll(story.executor.name, 'Кто-то другой'))
    await page.getByText('Не подлинная').waitFor()
    expect(await page.locator('main').innerText()).not.toContain('Кто-то другой')
    await window.close()
  }
})
