import { createHash } from 'node:crypto'
import { copyFile, mkdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import type { Tx } from '../../index.ts'
import { deskPeople } from '../people.ts'
import type { DemoTime } from '../time.ts'
import { marketPeople, telegramId } from './listings.ts'
import photoRows from './photos.json' with { type: 'json' }
import workRows from './works.json' with { type: 'json' }

/** Folder of people's files, and the public origin of the mini-app, which addresses of avatars begin with. */
export type FileStore = { folder: string; origin: string }

type Picture = {
  name: string
  person: number
  purpose: 'avatar' | 'work'
  width: number
  height: number
  colour: string
}

const pictures: Picture[] = [
  ...photoRows.map(({ person, palette }) => ({
    name: `person-${person}`,
    person,
    purpose: 'avatar' as const,
    width: 256,
    height: 256,
    colour: palette[0] as string,
  })),
  ...workRows.map(({ person, picture, palette }) => ({
    name: picture,
    person,
    purpose: 'work' as const,
    width: 640,
    height: 480,
    colour: palette[0] as string,
  })),
]

export const pictureFile = ({ name }: Pick<Picture, 'name'>) =>
  path.join(import.meta.dirname, '../pictures', `${name}.webp`)

/** Key of a public file in the storage, as services/core/servers/file-urls.ts expects it. */
const keyOf = (name: string) => `public-${createHash('sha256').update(name).digest('hex').slice(0, 32)}`

/** Gives people of the demo their avatars and portfolios, unless an earlier seeding did. */
export async function addPictures(tx: Tx, time: DemoTime, { folder, origin }: FileStore): Promise<void> {
  const created_at = time.hoursAgo(0)
  const rows = await Promise.all(
    pictures.map(async ({ name, person, ...picture }) => ({
      ...picture,
      owner_id: time.person(telegramId(person)),
      storage_key: keyOf(name),
      thumbnail_key: `${keyOf(name)}-small`,
      name: `${name}.webp`,
      file_format: 'webp',
      mime_type: 'image/webp',
      bytes: (await stat(pictureFile({ name }))).size,
      attached_at: created_at,
      created_at,
    })),
  )
  const added = await tx
    .insertInto('files')
    .values(rows)
    .onConflict((on) => on.column('storage_key').doNothing())
    .returning(['id', 'storage_key', 'owner_id', 'purpose'])
    .execute()
  const fileOf = (name: string) => added.find((file) => file.storage_key === keyOf(name))
  await mkdir(folder, { recursive: true })
  await Promise.all(
    pictures
      .filter(({ name }) => fileOf(name))
      // The pictures are small, so each is its own thumbnail.
      .flatMap(({ name }) =>
        [keyOf(name), `${keyOf(name)}-small`].map((key) =>
          copyFile(pictureFile({ name }), path.join(folder, key)),
        ),
      ),
  )
  const avatars = added.filter(({ purpose }) => purpose === 'avatar').map(({ id }) => id)
  await sql`
    update users set logo_url = ${`${origin}/files/`} || file.storage_key from files file
    where file.id = any(${avatars}) and users.id = file.owner_id`.execute(tx)
  const works = workRows.flatMap(({ picture, title, about }, place) => {
    const file = fileOf(picture)
    return file ? { file_id: file.id, user_id: file.owner_id, place, title, about, created_at } : []
  })
  if (works.length === 0) return
  await tx.insertInto('user_works').values(works).execute()
  await addServicePictures(tx, time, (name) => fileOf(name)?.id)
}

/** Gives services their pictures, which are works of their owner's portfolio. */
async function addServicePictures(
  tx: Tx,
  time: DemoTime,
  fileId: (name: string) => number | undefined,
): Promise<void> {
  for (const { id, services = [] } of [...deskPeople, ...marketPeople])
    for (const { name, pictures = [] } of services) {
      const work_ids = pictures.map(fileId).filter((work_id) => work_id !== undefined)
      await sql`insert into service_works (service_id, work_id, position)
        select service.id, chosen.work_id, chosen.position - 1
        from user_services service, unnest(${work_ids}::bigint[]) with ordinality chosen (work_id, position)
        where service.user_id = ${time.person(id)} and service.name = ${name}
        on conflict do nothing`.execute(tx)
    }
}
