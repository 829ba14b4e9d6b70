import type { Api } from 'grammy'
import type { Db } from '#db/index.ts'
import { lookAtChannel } from '#services/channels/rights.ts'
import type { Config } from '#services/core/config/config.ts'
import { bad, type Finding, ok, reasonOf } from './result.ts'

const cure =
  'Make the bot an administrator of the channel who may post, edit and delete messages, or remove the channel in the admin area.'

/** Checks the channels in which listings are posted: the bot has all the rights that it needs there. */
export async function checkChannels(
  api: Api,
  config: Pick<Config, 'BOT_TOKEN'>,
  db: Db | undefined,
): Promise<Finding[]> {
  const channels = db ? await findChannels(db) : []
  return Promise.all(
    channels.map(async ({ chat_id, title }) => {
      const about = `channel «${title}»`
      try {
        const found = await lookAtChannel({ config }, api, chat_id)
        if (!found) return bad(about, 'Telegram does not show it to the bot', cure)
        const { missing_rights: missing } = found
        return missing.length === 0
          ? ok(about, 'the bot may post, edit and delete')
          : bad(about, `the bot lacks ${missing.join(', ')}`, cure)
      } catch (error) {
        return bad(about, reasonOf(error), cure)
      }
    }),
  )
}

/** Connected channels by title. The table is not there before the first migration. */
async function findChannels(db: Db): Promise<{ chat_id: number; title: string }[]> {
  return db
    .selectFrom('channels')
    .select(['chat_id', 'title'])
    .where('state', '<>', 'removed')
    .orderBy('title')
    .execute()
    .catch(() => [])
}
