import { expect } from 'vitest'
import type { Language } from '#contract/languages.ts'
import { newFreelancer, newPerson, type Person, signIn } from './people.ts'
import type { JourneySetup } from './setup.ts'
import { category } from './steps.ts'

/** Prepares people who use the bot, with their orders and responses. */
export function botPeople(setup: JourneySetup) {
  /** Signs in a person who has started the bot and reads this language. */
  async function reader(person: Person, language: Language) {
    const { db, world } = setup
    const { user, call } = await signIn(world, person)
    await db
      .updateTable('users')
      .set({ ui_language: language, can_write: true })
      .where('id', '=', user.id)
      .execute()
    return { ...person, user_id: user.id, call }
  }
  type Reader = Awaited<ReturnType<typeof reader>>

  return {
    async client(language: Language) {
      const person = await newPerson(setup.world, 'Анна', 'Орлова')
      await setup.world.telegram.post(`/users/${person.id}/start`)
      return reader(person, language)
    },
    async freelancer(name: string, language: Language) {
      const person = await newFreelancer(setup.world, name, 'Титов', category.id)
      await setup.world.telegram.post(`/users/${person.id}/contact`)
      const knownReader = await reader(person, language)
      const isVerified = () =>
        setup.db
          .selectFrom('users')
          .select('is_verified')
          .where('id', '=', knownReader.user_id)
          .executeTakeFirst()
      await expect.poll(isVerified).toEqual({ is_verified: true })
      return knownReader
    },
    /** Inserts a published order. Without a language it counts as one in the default language. */
    async publish({ user_id }: Reader, title: string, language?: Language): Promise<number> {
      const nowMs = Date.now()
      const inDays = (days: number) => new Date(nowMs + days * 86_400_000).toISOString()
      const { id } = await setup.db
        .insertInto('listings')
        .values({
          kind: 'order',
          author_id: user_id,
          status: 'published',
          title,
          language: language ?? null,
          category_id: category.id,
          content_hash: crypto.randomUUID(),
          payment_format: 'fixed',
          price_base: 6_000_000,
          published_at: inDays(0),
          expires_at: inDays(30),
          deadline: inDays(6),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      const order = { listing_id: id, subtitle: 'Нужен сайт с меню и доставкой.' }
      await setup.db.insertInto('orders').values(order).execute()
      return id
    },
    respond: ({ call }: Reader, project_id: number, response_text: string) =>
      call<{ id: number }>('POST', '/api/projects/add_resp', {
        project_id,
        response_text,
        price: 20_000,
        currency: 'RUB',
        response_type: 200,
      }),
  }
}
