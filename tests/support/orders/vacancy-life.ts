import type { Input } from '#contract/calls/call.ts'
import type { Calls } from '#contract/calls/index.ts'
import type { Api } from '#tests/support/api/api.ts'
import { client, type Person } from '#tests/support/people/people.ts'
import { confirmPayment, decideTask } from './order-life.ts'
import { categories } from './sample.ts'

/** Steps of a vacancy's life. Each step is an action of the product. */

type NewVacancy = Input<Calls['POST /api/vacancy/create']>['body']['vacancy']

let vacancies = 0

/** Returns a valid vacancy with a unique title. */
export function newVacancy(changes: Partial<NewVacancy> = {}): NewVacancy {
  return {
    title: `Верстальщик в студию № ${++vacancies}`,
    description: 'Ищем верстальщика в команду: два проекта в месяц, макеты в Figma.',
    category_id: categories.own,
    hourly_rate: 1500,
    ...changes,
  }
}

export async function draftVacancy(api: Api, changes: Partial<NewVacancy> = {}, author?: Person) {
  const anna = author ?? (await client(api))
  const vacancy = await anna.call('POST /api/vacancy/create', { body: { vacancy: newVacancy(changes) } })
  return { anna, vacancy }
}

export async function publishedVacancy(api: Api, changes: Partial<NewVacancy> = {}, author?: Person) {
  const { anna, vacancy } = await draftVacancy(api, changes, author)
  const body = { vacancy_id: vacancy.id, payment_type: 'vacancy' as const }
  await confirmPayment(api, await anna.call('POST /pay/generate-payment-robokassa', { body }))
  await decideTask(api, vacancy.id)
  return { anna, vacancy }
}
