import type { ListingAct, ListingStatus } from '#contract/lifecycle.ts'
import { type ChannelValues, lookAtChannel, storeChannel } from '#services/channels/rights.ts'
import type { Context } from '#services/core/context.ts'
import { moveListing } from '#services/listings/moves.ts'
import { telegramApi } from '#services/notifications/telegram/client.ts'
import { type Poster, postDue } from '#workers/rounds/channels.ts'
import { scaledRates, telegramRateLimiter } from '#workers/telegram/rate-limiter.ts'
import { insertOrder, insertPerson, setUpWorkers, type WorkerSetup } from './setup.ts'

export type Message = {
  message_id: number
  text?: string
  entities?: { type: string; offset: number; length: number }[]
  reply_markup?: { inline_keyboard: { text: string; url: string }[][] }
}
export type Channel = { id: number; chat_id: number }

/** A Monday noon in Moscow. Each test begins a week later, so that no channel takes listings of an earlier test. */
const firstNoon = Date.parse('2026-03-02T09:00:00Z')
const hour = 60 * 60_000
const week = 7 * 24 * hour

/** Workers with a clock of the test, channels in the stand-in for Telegram, and an author of listings. */
export async function setUpChannels() {
  const setup = await setUpWorkers()
  const { telegram } = setup
  let noon = firstNoon
  let time = noon
  const ctx: Context = { ...setup.ctx, now: () => new Date(time) }
  let author_id = 0
  const work = async (poster: Poster) => {
    for (let round = 0; round < 40; round++) if ((await postDue(ctx, poster)) > 0) return
    throw new Error('the rounds do not end')
  }
  const newPoster = (): Poster => ({
    api: telegramApi(ctx.config, 2),
    limiter: telegramRateLimiter(ctx.redis, scaledRates(1000)),
    owner: crypto.randomUUID(),
    doubts: new Map(),
  })
  /** Messages of a channel. Spaces that do not break become plain ones. */
  const posts = async ({ chat_id }: Channel) => {
    const messages = await telegram.get<Message[]>(`/messages?chat_id=${chat_id}&limit=100`)
    return messages.map((message) => ({ ...message, text: message.text?.replace(/[\u00a0\u202f]/g, ' ') }))
  }
  return {
    setup: { ...setup, ctx } as WorkerSetup,
    ctx,
    /** Moves the clock on. */
    pass: (ms: number) => (time += ms),
    /** Sets the clock to a number of hours after the noon of the test, in Moscow. */
    afterNoon: (hours: number) => (time = noon + hours * hour),
    newPoster,
    /** A worker that dies after Telegram has taken its post: it never learns the answer, and does nothing more. */
    dyingPoster(): Poster {
      const poster = newPoster()
      const sendMessage = async (...args: Parameters<Poster['api']['sendMessage']>) => {
        await poster.api.sendMessage(...args)
        return new Promise<never>(() => {})
      }
      return { ...poster, api: Object.assign(Object.create(poster.api), { sendMessage }) }
    },
    author: () => author_id,
    /** Forgets channels and messages of earlier tests. */
    async reset() {
      noon += week
      time = noon
      await telegram.post('/reset')
      await telegram.post('/limits', { enabled: false })
      await setup.owner.deleteFrom('deliveries').execute()
      await setup.owner.deleteFrom('channel_posts').execute()
      await setup.owner.updateTable('responses').set({ channel_id: null }).execute()
      await setup.owner.deleteFrom('channels').execute()
      author_id = (await insertPerson({ ...setup, ctx }, { in_telegram: false })).id
    },
    async connect(values: Partial<ChannelValues> = {}, title = 'Заказы для дизайнеров'): Promise<Channel> {
      const chat = await telegram.post<{ id: number }>('/channels', { title })
      const found = await lookAtChannel(ctx, telegramApi(ctx.config, 2), chat.id)
      if (found.chat_id === null) throw new Error('the channel is not there')
      const id = await ctx.db
        .transaction()
        .execute((tx) => storeChannel(ctx, tx, found, { per_hour: 1000, ...values }))
      if (id === undefined) throw new Error('the channel is connected already')
      return { id, chat_id: chat.id }
    },
    /** Runs rounds of a worker until they find nothing more to do. */
    work: (poster = newPoster()) => work(poster),
    /** An order that was published now. Orders of one test are a minute apart. */
    async publish(columns: Record<string, unknown> = {}): Promise<number> {
      time += 60_000
      return insertOrder({ ...setup, ctx }, author_id, columns)
    },
    /** Makes a move of a listing, as an act of its author or of the staff does. */
    async move(id: number, act: ListingAct, columns: Record<string, unknown> = {}) {
      const { status } = await ctx.db
        .selectFrom('listings')
        .select('status')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      await ctx.db
        .transaction()
        .execute((tx) => moveListing(ctx, tx, { id, status: status as ListingStatus }, act, columns))
    },
    posts,
    async titles(channel: Channel) {
      return (await posts(channel)).map(({ text }) => text?.split('\n')[0])
    },
    setBot: ({ chat_id }: Channel, status: string, rights?: object) =>
      telegram.post(`/chats/${chat_id}/bot`, { status, ...(rights && { rights }) }),
    calls: (method: string) =>
      telegram.get<{ ok: boolean; params: { text?: string } }[]>(`/calls?method=${method}`),
    state: ({ id }: Channel, listing_id: number) =>
      ctx.db
        .selectFrom('channel_posts')
        .select(['state', 'message_id', 'attempts', 'retry_at'])
        .where('channel_id', '=', id)
        .where('listing_id', '=', listing_id)
        .executeTakeFirst(),
    /** News that were queued for the operators, oldest first. */
    async news() {
      const rows = await ctx.db
        .selectFrom('deliveries')
        .select('payload')
        .where('kind', '=', 'channel_news')
        .orderBy('id')
        .execute()
      return rows.map(({ payload }) => payload as { about: string; listing_id?: number })
    },
  }
}
export type ChannelScene = Awaited<ReturnType<typeof setUpChannels>>
