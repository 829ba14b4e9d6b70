import { z } from 'zod'
import { limits } from '../limits.ts'
import { experience, languageLevels, profileFlags, socialNetworks } from '../options.ts'
import { forEachProfileText, type ProfileText, profileTexts } from '../profile-texts.ts'
import { Flag, Link, Money, name, text } from './fields.ts'
import { FileId, LinkId, ReferenceId, ServiceId } from './ids.ts'

/** Returns the fields of an object schema in which each of the names has the same given schema. */
function fieldsOf<N extends string, T extends z.ZodType>(names: readonly N[], schema: T): Record<N, T> {
  return Object.fromEntries(names.map((key) => [key, schema])) as Record<N, T>
}

const bucket = z.enum(Object.keys(experience) as [keyof typeof experience])

/**
 * Years of experience: a whole number, or one of the experience ranges of the filters. For a range, its lower end is
 * stored.
 */
const Years = z.union([
  z
    .union([
      z.int(),
      z
        .string()
        .regex(/^\d{1,2}$/)
        .transform(Number),
    ])
    .pipe(z.int().min(0).max(60)),
  bucket.transform((code) => experience[code][0]),
])

/** Schema of a text of the profile. An empty text becomes null. */
function profileTextField(field: ProfileText) {
  const { max, rows } = profileTexts[field]
  const textSchema = rows > 1 ? text(0, max) : name(0, max)
  return textSchema.nullable().transform((value) => value || null)
}

/** Address in a social network. The length allows any address; a rule of each network checks the format. */
const SocialLink = z.string().max(limits.link.max).nullable().optional()
/** Addresses in social networks. Only the given networks are written; an empty value deletes an address. */
export const SocialLinkFields = z.object(fieldsOf(socialNetworks, SocialLink))

const LanguageFields = z.object({
  code: z.string().regex(/^[a-z]{2}$/),
  level: z.enum(languageLevels).nullable().default(null),
})

export const SkillName = name(1, limits.skills.length)
export const PortfolioLinkFields = z.object({ link_name: name(1, 120), link_url: Link })
/**
 * A work of the portfolio: a new picture that was uploaded by `upload_work`, or a picture that the portfolio already
 * contains.
 */
const WorkFields = z.object({
  file_id: FileId,
  title: name(1, limits.works.text),
  about: name(0, limits.works.text)
    .nullable()
    .default(null)
    .transform((value) => value || null),
  link: z.union([z.literal('').transform(() => null), Link, z.null()]).default(null),
})
export const ServiceFields = z
  .object({
    service_name: name(1, 120),
    service_description: text(0, 2000).nullable(),
    service_price: Money.nullable(),
    service_currency_id: ReferenceId,
    terms_id: ReferenceId.nullable(),
    service_category_id: ReferenceId.nullable(),
    service_days: z.int().min(1).max(limits.services.days).nullable(),
    /** Questions that a client must answer. */
    service_questions: z.array(name(1, limits.services.question)).max(limits.services.questions),
    /** Pictures, which are works of the own portfolio. */
    service_work_ids: z.array(FileId).max(limits.services.pictures),
  })
  .partial()

/**
 * Schemas of all fields of a profile, for the call that saves a whole profile and for the calls that save one field
 * each.
 */
export const ProfileFields = z.object({
  full_name: name(limits.name.min, limits.name.max),
  ...forEachProfileText(profileTextField),
  category_id: ReferenceId.nullable(),
  years_of_experience: Years.nullable(),
  currency_id: ReferenceId,
  user_resume_url: z.union([z.literal('').transform(() => null), Link, z.null()]),
  /**
   * Lists of profile entries, which clients send completely. Entries with an id are updated, entries without an id are
   * added, and omitted entries are deleted.
   */
  skills: z.array(SkillName).max(limits.skills.count),
  portfolio_links: z
    .array(PortfolioLinkFields.extend({ link_id: LinkId.optional() }))
    .max(limits.portfolioLinks.count),
  /** Works of the portfolio in display order. */
  works: z.array(WorkFields).max(limits.works.count),
  services: z
    .array(ServiceFields.required({ service_name: true }).extend({ id: ServiceId.optional() }))
    .max(limits.services.count),
  languages: z.array(LanguageFields).max(limits.languages.count),
  social_links: SocialLinkFields,
  ...fieldsOf(profileFlags, Flag),
  is_seen_shown: Flag,
})

/** Changes of a profile that one call saves. */
export type ProfileChanges = Partial<z.output<typeof ProfileFields>>
