import { languageOf } from '#contract/languages.ts'
import type { Tx } from '../index.ts'
import type { LanguageLevel, UserRole } from '../tables.ts'
import people from './people.json' with { type: 'json' }
import profileRows from './profiles.json' with { type: 'json' }

type Profile = {
  telegram_id: number
  role?: UserRole
  is_client?: boolean
  is_verified?: boolean
  country?: string
  city: string
  category_id?: number
  years_of_experience?: number
  description: string
  skills?: string[]
  services?: { name: string; description: string; price: number; price_term_id: number }[]
  links?: { name: string; url: string }[]
  languages?: { code: string; level: LanguageLevel }[]
}

const profiles = new Map((profileRows as Profile[]).map((profile) => [profile.telegram_id, profile]))

type JoinOptions = { joinedAt: string; staff: boolean }

/**
 * Adds the people of the demo who do not exist yet.
 * @returns their ids by Telegram id
 */
export async function fillPeople(tx: Tx, joinOptions: JoinOptions): Promise<Map<number, number>> {
  for (const person of people) {
    const profile = profiles.get(person.id)
    if (!profile) throw new Error(`${person.id} has no profile`)
    const user_id = await addPerson(tx, person, profile, joinOptions)
    if (user_id !== undefined) await addProfile(tx, user_id, profile)
  }
  const rows = await tx
    .selectFrom('users')
    .select(['id', 'telegram_id'])
    .where('telegram_id', 'in', [...profiles.keys()])
    .execute()
  return new Map(rows.map((row) => [row.telegram_id as number, row.id]))
}

/** Adds a demo person without a phone, because encrypting a phone needs the key that only the services have. */
async function addPerson(
  tx: Tx,
  person: (typeof people)[number],
  profile: Profile,
  { joinedAt, staff }: JoinOptions,
) {
  const row = await tx
    .insertInto('users')
    .values({
      telegram_id: person.id,
      username: person.username ?? null,
      full_name: person.last_name ? `${person.first_name} ${person.last_name}` : person.first_name,
      ui_language: languageOf(person.language_code),
      role: (staff && profile.role) || 'user',
      is_client: profile.is_client ?? false,
      is_contractor: !profile.is_client,
      start_choice: profile.is_client ? 'hire' : 'work',
      country: profile.country ?? 'Россия',
      city: profile.city,
      category_id: profile.category_id ?? null,
      years_of_experience: profile.years_of_experience ?? null,
      description: profile.description,
      verification: profile.is_verified ? 'confirmed' : 'none',
      verified_at: profile.is_verified ? joinedAt : null,
      time_zone: 'Europe/Moscow',
      // In a demo with the stand-in of Telegram, demo people have started the bot. The real Telegram knows none of
      // them.
      can_write: staff,
      created_at: joinedAt,
      updated_at: joinedAt,
    })
    .onConflict((on) => on.column('telegram_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

async function addProfile(tx: Tx, user_id: number, profile: Profile): Promise<void> {
  const { skills = [], services = [], links = [], languages = [] } = profile
  const withUserId = <T extends object>(rows: T[]) => rows.map((row) => ({ user_id, ...row }))
  const namedSkills = withUserId(skills.map((name) => ({ name })))
  if (namedSkills.length) await tx.insertInto('user_skills').values(namedSkills).execute()
  if (services.length) await tx.insertInto('user_services').values(withUserId(services)).execute()
  if (links.length) await tx.insertInto('user_portfolio_links').values(withUserId(links)).execute()
  if (languages.length) await tx.insertInto('user_languages').values(withUserId(languages)).execute()
}
