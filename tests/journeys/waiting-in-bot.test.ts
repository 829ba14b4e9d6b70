import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Language } from '#contract/languages.ts'
import type { Context } from '#services/core/context.ts'
import { remindAuthors } from '#services/responses/author-message/schedule.ts'
import { botPeople } from './bot-people.ts'
import { setUpJourneys } from './setup.ts'
import { createAlbum } from './steps.ts'

const setup = setUpJourneys()
const { client, freelancer, publish, respond } = botPeople(setup)

const textsByLanguage = {
  ru: {
    waits: /Ждут\s+ответа\s+24\s+часа/,
    third: /Ждут\s+ответа\s+третий\s+день/,
    card: /^1\s+из\s+2/,
    shortlist: 'В короткий список',
    listed: 'В коротком списке',
    list: 'К списку',
    decided: /Решили\s+1\s+из\s+2/,
    close: 'Закрыть заказ',
    sure: /Закрыть\s+заказ\?/,
    yes: 'Да, закрыть',
    closed: /Ответ\s+получили\s+2/,
    told: 'в коротком списке',
    ended: 'заказчик закрыл объявление',
  },
  en: {
    waits: /Waiting\s+for\s+24\s+hours/,
    third: /Waiting\s+for\s+three\s+days/,
    card: /^1\s+of\s+2/,
    shortlist: 'Shortlist',
    listed: 'Shortlisted',
    list: 'To the list',
    decided: /1\s+of\s+2\s+decided/,
    close: 'Close the order',
    sure: /Close\s+the\s+order\?/,
    yes: 'Yes, close',
    closed: /2\s+people\s+have\s+an\s+answer/,
    told: 'is shortlisted',
    ended: 'no longer looking for anyone',
  },
} satisfies Record<Language, Record<string, string | RegExp>>

/** Moves the times of the waiting responses into the past, and runs the job that reminds authors. */
async function waitLonger(listing_id: number, hours: number): Promise<void> {
  const hoursEarlier = (column: string) => sql`${sql.ref(column)} - ${hours} * interval '1 hour'`
  const { db } = setup
  await sql`update responses set created_at = ${hoursEarlier('created_at')}, waits_since = ${hoursEarlier('waits_since')}
    where listing_id = ${listing_id}`.execute(db)
  await sql`update listings set nudged_at = ${hoursEarlier('nudged_at')} where id = ${listing_id}`.execute(db)
  await sql`update deliveries set created_at = ${hoursEarlier('created_at')}
    where kind = 'responses_waiting' and state = 'sent'`.execute(db)
  await remindAuthors({ db, now: () => new Date() } as Context)
  await sql`update deliveries set next_at = now() where kind = 'responses_waiting' and state = 'pending'`.execute(
    db,
  )
}

test.each(['ru', 'en'] as const)(
  'an author is reminded of what waits, once more in the same message, and answers everybody in it, %s',
  async (language) => {
    const texts = textsByLanguage[language]
    const takeScreenshot = createAlbum(`waiting-in-bot-${language}`)
    const anna = await client(language)
    const [boris, vera] = [await freelancer('Борис', language), await freelancer('Вера', language)]
    const order = await publish(anna, `Сайт для пекарни ${language}`)
    const first = await respond(boris, order, 'Сделаю за неделю, вот три похожие работы.')
    const second = await respond(vera, order, 'Возьмусь, но через месяц, сайт с меню уже делала.')
    const [annasPhone, borisPhone, verasPhone] = [
      await setup.phoneOf(anna),
      await setup.phoneOf(boris),
      await setup.phoneOf(vera),
    ]
    for (const phone of [annasPhone, borisPhone, verasPhone]) await phone.openChat()

    await waitLonger(order, 25)
    await annasPhone.message(texts.waits).waitFor()
    await takeScreenshot(annasPhone, 'a-day')
    await waitLonger(order, 48)
    await annasPhone.message(texts.third).waitFor()
    await takeScreenshot(annasPhone, 'three-days')
    expect(await annasPhone.message(texts.waits).count()).toBe(0)

    await annasPhone.press(texts.third, '1')
    await annasPhone.press(texts.card, texts.shortlist)
    await borisPhone.message(texts.told).waitFor()
    await annasPhone.press(texts.listed, texts.list)
    await annasPhone.message(texts.decided).waitFor()
    await annasPhone.press(texts.decided, texts.close)
    await annasPhone.press(texts.sure, texts.yes)
    await annasPhone.message(texts.closed).waitFor()
    await takeScreenshot(annasPhone, 'answered')
    await verasPhone.message(texts.ended).waitFor()
    await takeScreenshot(verasPhone, 'told')
    const endedResponses = setup.db
      .selectFrom('responses')
      .select(['id', 'status', 'end_reason'])
      .orderBy('id')
    expect(await endedResponses.where('listing_id', '=', order).execute()).toEqual([
      expect.objectContaining({ id: first.id, end_reason: 'listing_closed' }),
      expect.objectContaining({ id: second.id, end_reason: 'listing_closed' }),
    ])
    // The view counts a missing message only after ten minutes, so the test reads the view for one hour later.
    const readOwed = async () =>
      (await sql`select * from open_loops_at(now() + interval '1 hour')`.execute(setup.db)).rows
    await expect.poll(readOwed).toEqual([])
  },
  60_000,
)
