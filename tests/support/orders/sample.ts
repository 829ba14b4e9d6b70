import type { Input } from '#contract/calls/call.ts'
import type { Calls } from '#contract/calls/index.ts'

/**
 * Ids of categories in the reference data: a category, another category of the same parent, their parent, and a
 * category of another parent.
 */
export const categories = { own: 101, sibling: 102, group: 100, other: 201 }

type NewOrder = Input<Calls['POST /api/projects/create']>['body']
type NewResponse = NonNullable<Input<Calls['POST /api/projects/add_resp']>['body']>

let orders = 0

/** Returns a valid order with a unique title. */
export function newOrder(changes: Partial<NewOrder['project_add']> = {}): NewOrder {
  return {
    project_add: {
      title: `Сайт кофейни № ${++orders}`,
      subtitle: 'Нужен сайт с меню, картой и формой брони столика.',
      category_id: categories.own,
      price: 25_000,
      ...changes,
    },
  }
}

/** Returns a valid response to an order. */
export function responseTo(
  project_id: number,
  changes: Partial<NonNullable<NewResponse['response']>> = {},
): { body: NewResponse } {
  const response_text = 'Сделаю за неделю, вот три похожие работы.'
  return { body: { response: { project_id, response_text, price: 20_000, currency: 'RUB', ...changes } } }
}
