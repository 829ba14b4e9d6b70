import { z } from 'zod'
import { socialNetworks } from '../options.ts'

/** Entries of a profile. `type` and `link_type` are leftovers of a client's editor and always null (#24). */

export const Skill = z.object({ skill_id: z.int(), skill_name: z.string(), type: z.null() })

export const PortfolioLink = z.object({
  link_id: z.int(),
  link_name: z.string(),
  link_url: z.string(),
  link_type: z.null(),
})

export const Service = z.object({
  id: z.int(),
  service_name: z.string(),
  service_description: z.string().nullable(),
  service_price: z.number().nullable(),
  service_currency_id: z.int(),
  terms_id: z.int().nullable(),
  service_category_id: z.int().nullable(),
  service_days: z.int().nullable(),
  service_questions: z.array(z.string()),
  service_work_ids: z.array(z.int()),
  /** Time until which the service takes no requests; null while it is open. */
  service_closed_until: z.string().nullable(),
  /** Reason of the staff while the service is taken down, shown to its owner alone; null otherwise. */
  service_takedown_reason: z.string().nullable(),
  type: z.null(),
})

const links = Object.fromEntries(socialNetworks.map((network) => [network, z.string().nullable()]))
/**
 * URLs of the person's pages in social networks. The URLs for whatsapp and telegram are contacts, so they are null
 * unless the viewer may see contacts.
 */
export const SocialLinks = z.object(
  links as Record<(typeof socialNetworks)[number], z.ZodNullable<z.ZodString>>,
)

/**
 * A language that a person speaks. `level` is one of the language levels or null. It is not declared as an enum,
 * because the serializer would refuse null for an enum.
 */
export const LanguageSkill = z.object({ code: z.string(), level: z.string().nullable() })

/** A picture of a portfolio. Size and colour draw a placeholder while the picture loads. */
export const Work = z.object({
  file_id: z.int(),
  title: z.string(),
  about: z.string().nullable(),
  link: z.string().nullable(),
  file_url: z.string(),
  thumbnail_url: z.string(),
  width: z.int(),
  height: z.int(),
  colour: z.string(),
})
/** Short form of a portfolio work for cards. */
export const SmallWork = Work.pick({ file_id: true, title: true, thumbnail_url: true, colour: true })

/** File of the portfolio under the specification's names; both URLs are those of the file (#21). */
export const PortfolioFile = z.object({
  id: z.int(),
  name: z.string(),
  resume_file: z.string(),
  resume_links: z.string(),
  format_file: z.string(),
})

export const profileDetails = {
  user_spec: z.object({ id: z.int(), name: z.string() }).nullable(),
  user_resume_url: z.string().nullable(),
  user_resume_file: z.string().nullable(),
  user_resume_format_file: z.string().nullable(),
  /** Original file name of the resume. */
  user_resume_name: z.string().nullable(),
  portfolio_file: PortfolioFile.nullable(),
  portfolio_links: z.array(PortfolioLink),
  works: z.array(Work),
  skills: z.array(Skill),
  social_links: SocialLinks,
  languages_info: z.array(LanguageSkill),
  services: z.array(Service),
}
