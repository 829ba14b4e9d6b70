import { languageOf } from '#contract/languages.ts'
import type { Tx } from '../index.ts'
import type { LanguageLevel, UserRole } from '../tables.ts'
import people from './people.json' with { type: 'json' }
import profileRows from './profiles.json' with { type: 'json' }

type Profile = {
  role?: UserRole
  is_client?: boolean
  is_verified?: boolean
  country?: string
  city: string
  category_id?: number
  years_of_experience?: number
  description: string
  skills?: string[]
  services?: {
    name: string
    description: string
    price: number
    price_term_id: number
    currency_id?: number
    days?: number
    questions?: string[]
    /** Names of pictures of the person's portfolio (market/works.json). */
    pictures?: string[]
  }[]
  links?: { name: string; url: string }[]
  languages?: { code: string; level: LanguageLevel }[]
}

/** A person of the demo. `id` is the Telegram id. */
export type DemoPerson = Profile & {
  id: number
  first_name: string
  last_name?: string
  username?: string
  language_code: string
}

const profiles = new Map(
  (profileRows as (Profile & { telegram_id: number })[]).map((one) => [one.telegram_id, one]),
)

/** People of the demo who have a chat at the desk. */
export const deskPeople: DemoPerson[] = people.map((person) => {
  const profile = profiles.get(person.id)
  if (!profile) throw new Error(`${person.id} has no profile`)
  return { ...profile, ...person }
})

type JoinOptions = { joinedAt: string; staff: boolean }

/**
 * Adds the given people who do not exist yet.
 * @returns their ids by Telegram id
 */
export async function fillPeople(
  tx: Tx,
  newPeople: DemoPerson[],
  joinOptions: JoinOptions,
): Promise<Map<number, number>> {
  const addedPeople = await tx
    .insertInto('users')
    .values(newPeople.map((person) => toUser(person, joinOptions)))
    .onConflict((on) => on.column('telegram_id').doNothing())
    .returning(['id', 'telegram_id'])
    .execute()
  await addProfiles(tx, newPeople, new Map(addedPeople.map((row) => [row.telegram_id as number, row.id])))
  const rows = await tx
    .selectFrom('users')
    .select(['id', 'telegram_id'])
    .where(
      'telegram_id',
      'in',
      newPeople.map(({ id }) => id),
    )
    .execute()
  return new Map(rows.map((row) => [row.telegram_id as number, row.id]))
}

/**
 * The row of a person of the demo. The phone stays unknown, because encrypting one needs the key that only the services
 * have.
 */
function toUser(person: DemoPerson, { joinedAt, staff }: JoinOptions) {
  return {
    telegram_id: person.id,
    username: person.username ?? null,
    full_name: person.last_name ? `${person.first_name} ${person.last_name}` : person.first_name,
    ui_language: languageOf(person.language_code),
    role: (staff && person.role) || ('user' as const),
    is_client: person.is_client ?? false,
    is_contractor: !person.is_client,
    start_choice: person.is_client ? ('hire' as const) : ('work' as const),
    country: person.country ?? 'Россия',
    city: person.city,
    category_id: person.category_id ?? null,
    years_of_experience: person.years_of_experience ?? null,
    description: person.description,
    verification: person.is_verified ? ('confirmed' as const) : ('none' as const),
    verified_at: person.is_verified ? joinedAt : null,
    time_zone: 'Europe/Moscow',
    // Beside the stand-ins, people of the desk have met the bot. The real Telegram knows none of them.
    can_write: staff,
    created_at: joinedAt,
    updated_at: joinedAt,
  }
}

async function addProfiles(tx: Tx, newPeople: DemoPerson[], ids: Map<number, number>): Promise<void> {
  const rowsOf = <T extends object>(list: (person: DemoPerson) => T[] | undefined) =>
    newPeople.flatMap((person) => {
      const user_id = ids.get(person.id)
      return user_id === undefined ? [] : (list(person) ?? []).map((row) => ({ user_id, ...row }))
    })
  const skills = rowsOf((person) => person.skills?.map((name) => ({ name })))
  const services = rowsOf((person) =>
    person.services?.map(({ pictures: _, ...service }) => ({
      currency_id: 1,
      category_id: person.category_id ?? null,
      ...service,
    })),
  )
  const links = rowsOf((person) => person.links)
  const languages = rowsOf((person) => person.languages)
  if (skills.length) await tx.insertInto('user_skills').values(skills).execute()
  if (services.length) await tx.insertInto('user_services').values(services).execute()
  if (links.length) await tx.insertInto('user_portfolio_links').values(links).execute()
  if (languages.length) await tx.insertInto('user_languages').values(languages).execute()
}
