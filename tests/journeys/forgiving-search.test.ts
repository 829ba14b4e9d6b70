import { expect, test } from 'vitest'
import type { Phone } from '#tests/support/screens/phone.ts'
import { frameOf, goTo, openAppAt, pathOf } from './navigation.ts'
import { newFreelancer, newPerson, signIn } from './people.ts'
import { setUpJourneys } from './setup.ts'
import { category, createAlbum, type Photograph } from './steps.ts'

const setup = setUpJourneys()

const titles = {
  ru: ['Программист 1С в сеть аптек', 'Нужен программист: бот записи', 'Ищем программиста для склада'],
  en: ['Animation about renting a bike', 'Short animation for a museum', 'An animation of our logo'],
}
const screens = {
  ru: {
    field: 'Заказы и вакансии',
    typed: 'програмист',
    corrected: 'Показываем по слову «программист»',
    exact: 'Искать «програмист»',
    nothing: 'Ничего не нашли',
    highlighted: ['программист', 'программиста'],
  },
  en: {
    field: 'Search orders and job posts',
    typed: 'animaton',
    corrected: 'Showing results for “animation”',
    exact: 'Search instead for “animaton”',
    nothing: 'Nothing found',
    highlighted: ['animation'],
  },
}

async function publishOrders(author_id: number, language: 'ru' | 'en'): Promise<void> {
  for (const title of titles[language]) {
    const published_at = new Date().toISOString()
    const { id } = await setup.db
      .insertInto('listings')
      .values({
        kind: 'order',
        author_id,
        status: 'published' as never,
        title,
        category_id: category.id,
        content_hash: crypto.randomUUID(),
        price: 100_000,
        price_base: 100_000,
        published_at,
        expires_at: new Date(Date.now() + 30 * 86_400_000).toISOString(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await setup.db
      .insertInto('orders')
      .values({ listing_id: id, subtitle: 'Подробности после отклика.' })
      .execute()
  }
}

/** Opens the list of orders in English. The mini-app asks a newcomer for the language first. */
async function openInEnglish(person: { id: number }): Promise<Phone> {
  const phone = await setup.phoneOf(person, { tme: 'otklik_demo_bot?startapp=page_search-personal' })
  await phone.waitForApp()
  await phone.app.getByRole('heading', { name: 'Choose your language' }).waitFor()
  await phone.app.getByText('English', { exact: true }).click()
  await phone.app.getByRole('button', { name: 'Continue' }).click()
  await goTo(phone, '/search/orders')
  return phone
}

/** Words that the browser colours, lower case. */
async function highlightedOn(phone: Phone): Promise<Set<string>> {
  const words = "[...(CSS.highlights.get('searched') ?? [])].map((range) => String(range).toLowerCase())"
  return new Set(await (await frameOf(phone)).evaluate<string[]>(words))
}

/** Types a word with a mistake, reads what was found instead, and asks for exactly the typed word. */
async function searchWithMistake(phone: Phone, language: 'ru' | 'en', takeScreenshot: Photograph) {
  const { app } = phone
  const screen = screens[language]
  const field = app.getByRole('searchbox', { name: screen.field })
  await field.pressSequentially(screen.typed)
  await app.getByText(screen.corrected).waitFor()
  await expect.poll(() => app.getByRole('article').count()).toBe(3)
  await expect.poll(() => highlightedOn(phone)).toEqual(new Set(screen.highlighted))
  expect(await field.inputValue()).toBe(screen.typed)
  await takeScreenshot(phone, `corrected-${language}`)

  await app.getByRole('button', { name: screen.exact }).click()
  await app.getByRole('heading', { name: screen.nothing }).waitFor()
  expect(await app.getByText(screen.corrected).count()).toBe(0)
  await expect.poll(() => pathOf(phone)).toContain('exact=1')
  await takeScreenshot(phone, `exact-${language}`)
}

test.each(['ru', 'en'] as const)(
  'a word with a mistake finds what was meant, and the word as typed is one press away, %s',
  async (language) => {
    const { world } = setup
    const takeScreenshot = createAlbum('forgiving-search')
    const anna = await newPerson(world, 'Анна', 'Орлова')
    const { user: author } = await signIn(world, anna)
    await publishOrders(author.id, language)
    const boris = await newFreelancer(world, 'Борис', 'Титов', category.id, language)
    const phone =
      language === 'ru' ? await openAppAt(setup, boris, '/search/orders') : await openInEnglish(boris)
    await searchWithMistake(phone, language, takeScreenshot)

    // Another word forgives mistakes again. Single words of a search without results are offered if they find something.
    const { app } = phone
    const field = app.getByRole('searchbox', { name: screens[language].field })
    const [word = ''] = screens[language].highlighted
    await field.fill(`${word} мейнфрейм`)
    await app.getByRole('heading', { name: screens[language].nothing }).waitFor()
    await app.getByRole('button', { name: `${word} 3` }).waitFor()
    await takeScreenshot(phone, `nothing-${language}`)
    await app.getByRole('button', { name: `${word} 3` }).click()
    await expect.poll(() => app.getByRole('article').count()).toBe(3)
  },
)

const peopleScreens = {
  ru: {
    about: 'Рисую иллюстрации',
    skill: 'Иллюстрация',
    service: 'Иллюстрация для обложки',
    typed: 'илюстрация',
    corrected: 'Показываем по слову «иллюстрация»',
    exact: 'Искать «илюстрация»',
    nothing: { people: 'Никого не нашлось', services: 'Услуг не нашлось' },
    highlighted: 'иллюстрация',
  },
  en: {
    about: 'I host a podcast',
    skill: 'Podcast host',
    service: 'Podcast intro',
    typed: 'podcsat',
    corrected: 'Showing results for “podcast”',
    exact: 'Search instead for “podcsat”',
    nothing: { people: 'No one found', services: 'No services found' },
    highlighted: 'podcast',
  },
}

test.each(['ru', 'en'] as const)(
  'people and services are found with a mistake, coloured as they were found, and searched exactly on demand, %s',
  async (language) => {
    const { world, db } = setup
    const screen = peopleScreens[language]
    const takeScreenshot = createAlbum('forgiving-search')
    const gala = await newFreelancer(world, 'Гала', 'Маслова', category.id)
    const { user } = await signIn(world, gala)
    await db.updateTable('users').set({ description: screen.about }).where('id', '=', user.id).execute()
    await db.insertInto('user_skills').values({ user_id: user.id, name: screen.skill }).execute()
    await db
      .insertInto('user_services')
      .values({ user_id: user.id, name: screen.service, price: 500_000, price_term_id: 1 })
      .execute()
    const mila = await newFreelancer(world, 'Мила', 'Титова', category.id, language)
    const phone =
      language === 'ru' ? await openAppAt(setup, mila, '/search/freelancer') : await openInEnglish(mila)
    const { app } = phone
    for (const kind of ['people', 'services'] as const) {
      const show = kind === 'services' ? 'show=services&' : ''
      await goTo(phone, `/search/freelancer?${show}query=${encodeURIComponent(screen.typed)}`)
      await app.getByText(screen.corrected).waitFor()
      await expect.poll(() => app.getByRole('article').count()).toBe(1)
      await expect.poll(() => highlightedOn(phone)).toEqual(new Set([screen.highlighted]))
      await takeScreenshot(phone, `${kind}-corrected-${language}`)
      await app.getByRole('button', { name: screen.exact }).click()
      await app.getByRole('heading', { name: screen.nothing[kind] }).waitFor()
      expect(await app.getByText(screen.corrected).count()).toBe(0)
      await expect.poll(() => pathOf(phone)).toContain('exact=1')
    }
  },
)

test('the search of people follows the address', async () => {
  const vera = await newFreelancer(setup.world, 'Вера', 'Соловьёва', category.id)
  const phone = await openAppAt(setup, vera, '/search/freelancer')
  const { app } = phone
  const field = app.getByRole('searchbox', { name: 'Имя, навык, город' })
  await field.fill('Вер')
  await expect.poll(() => pathOf(phone)).toContain('query=')
  await goTo(phone, '/search/freelancer?query=zzzzqq')
  await expect.poll(() => field.inputValue()).toBe('zzzzqq')
  await app.getByRole('heading', { name: 'Никого не нашлось' }).waitFor()
  expect(await pathOf(phone)).toBe('/search/freelancer?query=zzzzqq')
  await app.getByRole('button', { name: 'Стереть слова' }).last().click()
  await expect.poll(() => field.inputValue()).toBe('')
  await expect.poll(() => pathOf(phone)).toBe('/search/freelancer')
})
