import type { Api } from '#tests/support/api/api.ts'
import { login, newAccount } from '#tests/support/people/people.ts'
import { responseTo } from './sample.ts'

const scenes = new WeakMap<Api, Promise<void>>()

type Deal = { listing_id: number; author: number; executor: number }

/**
 * Lets a person respond to a published order, be chosen and hand the work in. The author has not answered it.
 * @param deal the people by their ids in Telegram
 */
export function handInOnce(api: Api, deal: Deal): Promise<void> {
  const scene = scenes.get(api) ?? handIn(api, deal)
  scenes.set(api, scene)
  return scene
}

async function handIn(api: Api, { listing_id, author, executor }: Deal): Promise<void> {
  const [client, worker] = [
    await login(api, newAccount({ id: author })),
    await login(api, newAccount({ id: executor })),
  ]
  const params = { id: listing_id }
  const response = responseTo(listing_id, { response_text: 'Поправлю завтра до обеда.', price: 6000 })
  const { id: response_id } = await worker.call('POST /api/projects/add_resp', response)
  await client.call('POST /api/projects/assign_executor/:id', { params, query: { response_id } })
  const text =
    'Страница поправлена: https://kofe.example/vakansii. Проверил в Safari и Chrome, в том числе на 320 px.'
  await worker.call('POST /api/projects/hand_in/:id', { params, body: { text, file_ids: [] } })
}
