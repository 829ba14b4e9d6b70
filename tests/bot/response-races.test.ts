import { beforeAll, expect, test } from 'vitest'
import { openMarket } from './author-scenes.ts'

/** The author decides about a response in the chat and in the app at the same time. */

let market: Awaited<ReturnType<typeof openMarket>>
beforeAll(async () => {
  market = await openMarket()
  return market.close
})

/** Creates a response and returns the bot's message to the order's author. */
async function createAnswered() {
  const [anna, boris] = [await market.client(), await market.freelancer()]
  const id = await market.respond(boris, await market.orderOf(anna))
  return { anna, id, letter: await anna.waitForMessage('Новый отклик на заказ «Сайт для кофейни»') }
}
const waitMs = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

test('a shortlisting in the app and a refusal by the button at once leave one state, and the message ends in it', async () => {
  const outcomeCounts = { shortlisted: 0, declined: 0 }
  for (let round = 0; round < 6; round++) {
    const { anna, id, letter } = await createAnswered()
    await anna.pressButton(letter, 'Отклонить')
    const reasonQuestion = await anna.waitForText(letter, 'Почему отклоняете?')
    await Promise.all([
      anna.pressButton(reasonQuestion, 'Дорого'),
      waitMs(round * 6).then(() =>
        anna.call('POST /api/responses/:id/shortlist', { params: { id } }).catch(() => {}),
      ),
    ])
    const { status } = await market.response(id)
    if (status !== 'shortlisted' && status !== 'declined') throw new Error(status)
    outcomeCounts[status]++
    await anna.waitForText(letter, status === 'shortlisted' ? 'В коротком списке' : 'Отклонён: дорого')
  }
  process.stdout.write(`race: ${JSON.stringify(outcomeCounts)}\n`)
}, 90_000)

test('the same verdict by the button and in the app at once is one, told once', async () => {
  for (let round = 0; round < 4; round++) {
    const { anna, id, letter } = await createAnswered()
    const verdict = round % 2 ? 'decline' : 'shortlist'
    const callVerdict = async () => {
      await waitMs(Math.floor(round / 2) * 8)
      if (verdict === 'shortlist') return anna.call('POST /api/responses/:id/shortlist', { params: { id } })
      return anna.call('POST /api/responses/:id/decline', { params: { id }, body: { reason: 'price' } })
    }
    if (verdict === 'decline') await anna.pressButton(letter, 'Отклонить')
    const shownMessage = await anna.waitForText(
      letter,
      verdict === 'decline' ? 'Почему отклоняете?' : 'Новый отклик',
    )
    await Promise.allSettled([
      anna.pressButton(shownMessage, verdict === 'decline' ? 'Дорого' : 'В короткий список'),
      callVerdict(),
    ])
    await anna.waitForText(letter, verdict === 'decline' ? 'Отклонён: дорого' : 'В коротком списке')
    const status = verdict === 'decline' ? 'declined' : 'shortlisted'
    expect(await market.response(id)).toMatchObject({ status })
    const { db } = market.setup.ctx
    const notices = await db
      .selectFrom('events')
      .select('payload')
      .where('topic', '=', `response.${status}`)
      .execute()
    expect(notices.filter(({ payload }) => payload.response_id === id)).toHaveLength(1)
  }
}, 180_000)
