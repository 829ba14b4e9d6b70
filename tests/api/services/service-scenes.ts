import { photo } from '#tests/api/files/uploads-corpus.ts'
import { send } from '#tests/api/files/uploads-sending.ts'
import type { Api } from '#tests/support/api/api.ts'
import { categories } from '#tests/support/orders/sample.ts'
import { freelancer, type Person } from '#tests/support/people/people.ts'

/** Adds a service to a person's profile, by the fields of the call. */
export const addService = (person: Person, fields: object = {}) =>
  person.call('POST /api/users/add_user_service', {
    body: { service_name: 'Вёрстка лендинга', service_price: 12_000, terms_id: 1, ...fields },
  })

/** Creates a freelancer with one service. */
export async function serviceOwner(api: Api, fields: object = {}) {
  const boris = await freelancer(api, { category_id: categories.own })
  return { boris, service: await addService(boris, fields) }
}

/** Puts pictures into the person's portfolio. @returns the ids of their files */
export async function showPictures(api: Api, person: Person, count: number): Promise<number[]> {
  const ids: number[] = []
  for (let n = 0; n < count; n++) {
    const bytes = await photo(40 + n, 30)
      .png()
      .toBuffer()
    ids.push((await send(api, person, { name: 'a.png', bytes }, { url: '/api/users/upload_work' })).file.id)
  }
  const works = ids.map((file_id, n) => ({ file_id, title: `Работа ${n + 1}` }))
  await person.call('PATCH /api/users/profile', { body: { works } })
  return ids
}
