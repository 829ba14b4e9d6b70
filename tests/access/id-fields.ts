import type { Call } from '#contract/calls/call.ts'
import type { State } from './fixture-listings.ts'
import type { Fixtures } from './fixtures.ts'
import type { Part } from './samples.ts'

/** What a field of a call names. */
export type Thing =
  | 'order'
  | 'vacancy'
  | 'response'
  | 'received'
  | 'vacancy_received'
  | 'room'
  | 'message'
  | 'letter'
  | 'file'
  | 'skill'
  | 'link'
  | 'service'
  | 'search'
  | 'task'
  | 'payment'
  | 'confirmation'
  | 'payment_case'
  | 'user'
  | 'telegram'
  | 'category'
  | 'key'
export type Place = { part: Part; field: string; thing: Thing }

const absent = 999_999_999
const absentKey = 'public-0'
/** Rows of reference data, never anybody's. */
const shared = /^(category_id|(service_)?currency_id|terms_id)$/
/** Names of the caller, believed by no call (C1). */
export const identity = /^(id|user_?id(_\d)?|user\d_id|client_id|author_id|sender_id|telegram_id|userId)$/

/** Which thing stands at `<call> <field>`; the first that fits. */
const rules: [RegExp, Thing][] = [
  [/^POST \/api\/vacancy\/assign_executor\/:id response_id$/, 'vacancy_received'],
  [/^POST \/api\/projects\/assign_executor\/:id response_id$/, 'received'],
  [/^POST \/api\/responses\/:id\/(shortlist|decline) id$/, 'received'],
  [/\/api\/responses\/:id.* id$| response_id$/, 'response'],
  [/\/api\/users\/(check|create) telegram_id$|\/auth\/login telegram_id$/, 'telegram'],
  [/\/api\/admin\/moderation.* id$/, 'task'],
  [/\/api\/admin\/payments.* id$/, 'payment'],
  [/\/api\/admin\/confirmations.* id$/, 'confirmation'],
  [/\/api\/admin\/cases.* id$/, 'payment_case'],
  [/\/api\/users\/edit_user_service id$| service_id$/, 'service'],
  [/\/api\/saved_searches.* id$/, 'search'],
  [/\/api\/category\/:id id$/, 'category'],
  [/\/api\/files.* id$/, 'file'],
  [/^GET \/files\/:key key$/, 'key'],
  [/ skill_id$/, 'skill'],
  [/ link_id$/, 'link'],
  [/ room_id$|\/chat\/room_msgs\/:id id$/, 'room'],
  [/ msg_id$/, 'letter'],
  [/\/chat\/messages\/:id id$/, 'message'],
  [/^POST \/api\/reviews listing_id$/, 'vacancy'],
  [
    / project_id$|\/api\/projects\/.*:id.* id$| listing_id$| entity_id$|\/api\/listings\/.*:id.* id$/,
    'order',
  ],
  [/ vacancy_id$|\/api\/vacancy\/.*:id.* id$/, 'vacancy'],
  [/\/api\/users\/.* id$|\/chat\/user_rooms\/:id id$/, 'user'],
  [/ (user_?id|user\d_id|user_id_\d|userId|subject_id|payer_id)$/, 'user'],
  [/ (client_id|author_id|sender_id|id)$/, 'user'],
]

const isId = (field: string) => /(^|_)id(_\d)?$|Id$|^key$/.test(field)

/**
 * Every field of a call that names something.
 * @throws when it is unknown what: a new kind of id needs a rule above
 */
export function placesOf(name: string, call: Call): Place[] {
  return (['params', 'query', 'body'] as const).flatMap((part) =>
    Object.keys(call[part]?.shape ?? {})
      .filter((field) => isId(field) && !(shared.test(field) && !name.includes('/category/')))
      .map((field) => {
        const thing = rules.find(([pattern]) => pattern.test(`${name} ${field}`))?.[1]
        if (!thing)
          throw new Error(`What is ${part}.${field} of ${name}? Add a rule to tests/access/id-fields.ts.`)
        return { part, field, thing }
      }),
  )
}

export const absentOf = (thing: Thing) => (thing === 'key' ? absentKey : absent)

/** Somebody's thing of a kind; listings are found in the wanted state. */
export function idOf(fixtures: Fixtures, thing: Thing, state: State): number | string {
  switch (thing) {
    case 'order':
      return fixtures.order[state]
    case 'vacancy':
      return fixtures.vacancy[state === 'moderation' ? 'published' : state]
    case 'user':
      return fixtures.person.id
    case 'telegram':
      return fixtures.person.account.id
    case 'category':
      return 101
    case 'key':
      return 'nothing'
    default:
      return fixtures[thing]
  }
}
