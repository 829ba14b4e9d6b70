import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { LanguageSkill, PortfolioLink, Service, Skill } from '#contract/calls/profile-shapes.ts'
import type { Currency } from '#contract/calls/shapes.ts'
import type { Language } from '#contract/languages.ts'
import { type SocialNetwork, socialNetworks } from '#contract/options.ts'
import type { Link } from '#services/core/servers/file-urls.ts'
import { type FileRow, fileJson } from '#services/files/queries.ts'
import { currency } from '#services/reference/projections.ts'
import { ownSeen, seenJson } from '#services/users/settings/last-day.ts'
import { toWork, type WorkRow, worksJson } from './works.ts'

/** The viewer of a profile, the viewer's language, and the current time. */
export type ProfileViewer = { viewer_id: number; language: Language; now: string }

/** SQL for a person's rows of a table as one JSON list, sorted by `order`. */
function jsonList<T>(
  table: string,
  order: string,
  entry: RawBuilder<unknown>,
  condition = sql`true`,
): RawBuilder<T[]> {
  return sql`(select coalesce(json_agg(${entry} order by entry.${sql.ref(order)}), '[]')
    from ${sql.table(table)} entry where entry.user_id = person.id and ${condition})`
}

export const serviceJson: RawBuilder<z.output<typeof Service>> = sql`json_build_object('id', entry.id,
  'service_name', entry.name, 'service_description', entry.description,
  'service_price', entry.price::float8 / 100, 'service_currency_id', entry.currency_id,
  'terms_id', entry.price_term_id, 'service_category_id', entry.category_id, 'service_days', entry.days,
  'service_questions', entry.questions, 'service_work_ids', array(select work_id from service_works
    where service_id = entry.id order by position),
  'service_closed_until', to_char(entry.closed_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'service_takedown_reason', entry.takedown_reason, 'type', null)`

const skill = sql`json_build_object('skill_id', entry.id, 'skill_name', entry.name, 'type', null)`
const portfolioLink = sql`json_build_object('link_id', entry.id, 'link_name', entry.name,
  'link_url', entry.url, 'link_type', null)`
const languageSkill = sql`json_build_object('code', entry.code, 'level', entry.level)`

/** SQL columns of a profile beside the public fields, contacts included. Needs the table `person`. */
export function profileColumns(reader: Pick<ProfileViewer, 'language' | 'now'>) {
  return [
    sql<string | null>`person.username`.as('username'),
    sql<number>`person.currency_id`.as('currency_id'),
    sql<z.output<typeof Currency>>`(select ${currency('currency', reader)}
      from currencies currency where currency.id = person.currency_id)`.as('currency'),
    sql<string | null>`person.resume_url`.as('resume_url'),
    fileJson('person.resume_file_id').as('resume_file'),
    fileJson('person.portfolio_file_id').as('portfolio'),
    jsonList<z.output<typeof PortfolioLink>>('user_portfolio_links', 'id', portfolioLink).as(
      'portfolio_links',
    ),
    worksJson('person').as('works'),
    jsonList<z.output<typeof Skill>>('user_skills', 'id', skill).as('skills'),
    jsonList<z.output<typeof LanguageSkill>>('user_languages', 'code', languageSkill).as('languages_info'),
    sql<Partial<Record<SocialNetwork, string>> | null>`(select json_object_agg(network, value)
      from user_social_links where user_id = person.id)`.as('links'),
  ] as const
}

/** SQL for a person's services that the viewer sees: one that the staff took down is shown to its owner alone. */
const servicesFor = (condition: RawBuilder<unknown>) =>
  jsonList<z.output<typeof Service>>('user_services', 'id', serviceJson, condition).as('services')

/** SQL columns about the relation between the viewer and a person, and what depends on it. */
export function relationColumns(reader: ProfileViewer) {
  const { viewer_id } = reader
  return [
    isFavorite(viewer_id).as('is_favorite'),
    seenJson('person', reader).as('seen'),
    sql<boolean>`exists (select from user_blocks
      where user_id = ${viewer_id} and blocked_id = person.id)`.as('is_blocked'),
    servicesFor(sql`(entry.takedown_reason is null or person.id = ${viewer_id})`),
  ] as const
}

/** Values of `relationColumns` for one's own profile, because nobody can favourite or block themselves. */
export function ownRelationColumns({ now }: Pick<ProfileViewer, 'now'>) {
  return [
    sql<boolean>`false`.as('is_favorite'),
    ownSeen('person', now).as('seen'),
    sql<boolean>`false`.as('is_blocked'),
    servicesFor(sql`true`),
  ] as const
}

export function isFavorite(viewer_id: ProfileViewer['viewer_id']): RawBuilder<boolean> {
  return sql`exists (select from favorite_users where user_id = ${viewer_id} and favorite_id = person.id)`
}

type Private = {
  username: string | null
  resume_url: string | null
  resume_file: FileRow | null
  portfolio: FileRow | null
  works: WorkRow[]
  links: Partial<Record<SocialNetwork, string>> | null
}

/** Private parts of a profile that a viewer may see. */
export type VisibleParts = {
  contacts: boolean
  resume: boolean
  /** Makes the URL of a stored file. */
  link: Link
}

/**
 * Social networks whose addresses are direct contacts of a person. Addresses of channels, groups and pages in other
 * networks are public.
 */
const contactNetworks: SocialNetwork[] = ['whatsapp', 'telegram']

/** Private columns of a profile, without those that the viewer may not see. */
export function privateParts(row: Private, { contacts, resume, link }: VisibleParts) {
  const { username, resume_url, resume_file, portfolio, works, links } = row
  const visible = (network: SocialNetwork) => contacts || !contactNetworks.includes(network)
  const portfolioUrl = portfolio ? link(portfolio.storage_key) : ''
  return {
    username: contacts ? username : null,
    telegram_link: contacts && username ? `https://t.me/${username}` : null,
    user_resume_url: resume ? resume_url : null,
    user_resume_file: resume && resume_file ? link(resume_file.storage_key) : null,
    user_resume_format_file: resume && resume_file ? resume_file.file_format : null,
    user_resume_name: resume && resume_file ? resume_file.name : null,
    portfolio_file: portfolio && {
      id: portfolio.id,
      name: portfolio.name,
      resume_file: portfolioUrl,
      resume_links: portfolioUrl,
      format_file: portfolio.file_format,
    },
    works: works.map((work) => toWork(work, link)),
    social_links: Object.fromEntries(
      socialNetworks.map((network) => [network, (visible(network) && links?.[network]) || null]),
    ) as Record<SocialNetwork, string | null>,
  }
}
