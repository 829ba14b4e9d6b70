import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Db } from '#db/index.ts'
import { pdf } from '#tests/api/files/uploads-corpus.ts'
import { newPerson, type Person, signIn } from '#tests/journeys/people.ts'
import type { World } from '#tests/support/servers/world.ts'
import { TelegramClient } from './client.ts'
import type { Engine } from './engine.ts'
import { appHost, type EngineProxy, type ProxySettings, telegramHost } from './front.ts'
import { Phone } from './phone.ts'

/** Context that all steps of a run share. */
export interface Walk {
  phone: Phone
  client: TelegramClient
  /** An order of another person that the feed shows. */
  order: { id: number; title: string }
  author: Person
  /** Path of a file that the person sends. */
  file: string
  /** Opens a chat as the order's author, with the person under test, and sends a message. */
  writeFirst(words: string): Promise<void>
  /** Opens a link as the Telegram client does: in the browser, outside the mini-app. */
  openOutside(url: string): Promise<Phone>
}

/** Author of the demo order to which the person under test responds. */
const author = { id: 5000000000000012, name: 'Игорь Самойлов' }

/** Settings of a run in one browser. */
export interface ClientSettings extends Pick<ProxySettings, 'platform' | 'script' | 'readStyle'> {
  /** Name of the folder for the run's screenshots. */
  name: string
}

/** Opens the mini-app as a newcomer on its first screen, and collects the page's errors. */
export async function beginWalk(
  { world, db, front }: { world: World; db: Db; front: EngineProxy },
  engine: Engine,
  openingWay: ClientSettings,
): Promise<Walk & { complaints: string[] }> {
  const walker = await newPerson(world, 'Вера', 'Орлова')
  const { url: launched } = await world.telegram.post<{ url: string }>(`/users/${walker.id}/open`, {
    startapp: 'page_search-personal',
    profile: openingWay.platform,
    theme: 'light',
  })
  const url = launched.replace(new URL(launched).origin, `https://${appHost}`)
  const theme = new URLSearchParams(new URL(url).hash.slice(1)).get('tgWebAppThemeParams') ?? '{}'
  const client = new TelegramClient(world, walker.id, JSON.parse(theme))
  const complaints: string[] = []
  front.meeting = { ...openingWay, client, complaints }

  const isFramed = openingWay.platform === 'weba'
  const address = isFramed ? `https://${telegramHost}/a/#${encodeURIComponent(url)}` : url
  const folder = path.join('test-output/engines', openingWay.name)
  const phone = await Phone.open(engine, address, isFramed, folder)
  const file = path.resolve(folder, 'Договор.pdf')
  await writeFile(file, pdf)
  const order = await orderOf(db, author.id)
  return {
    ...{ phone, client, complaints, author, file, order },
    openOutside: (link) => Phone.open(engine, link, false, path.join(folder, 'outside')),
    async writeFirst(content) {
      const writer = await signIn(world, author)
      const reader = await signIn(world, walker)
      const room = await writer.call<{ id: number }>('POST', '/chat/create_room', {
        user1_id: writer.user.id,
        user2_id: reader.user.id,
        project_id: order.id,
      })
      await writer.call('POST', '/chat/send_msg', { content, sender_id: writer.user.id, room_id: room.id })
    },
  }
}

/** Returns the newest published order of this author. */
function orderOf(db: Db, telegram_id: number): Promise<Walk['order']> {
  return db
    .selectFrom('listings')
    .innerJoin('users', 'users.id', 'listings.author_id')
    .select(['listings.id', 'listings.title'])
    .where('listings.kind', '=', 'order')
    .where('listings.status', '=', 'published')
    .where('users.telegram_id', '=', telegram_id)
    .orderBy('listings.published_at', 'desc')
    .executeTakeFirstOrThrow()
}
