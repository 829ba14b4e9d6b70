import { z } from 'zod'
import { limits } from '../limits.ts'
import { experience, languageLevels, type ProfileFlag, profileFlags, socialNetworks } from '../options.ts'
import { type Call, defineCalls } from './call.ts'
import { Flag, Link, name, text } from './fields.ts'
import { byId, Hint, ReferenceId, UserId } from './ids.ts'
import { OwnUser } from './people-shapes.ts'

const bucket = z.enum(Object.keys(experience) as [keyof typeof experience])

/** Whole years, or a bucket of the filters, of which the lower bound counts. */
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

const byPath = {
  access: { self: 'params.id' },
  params: byId(UserId),
  reply: OwnUser,
  errors: ['not_owner'],
} as const satisfies Call
const byQuery = {
  access: { self: 'query.user_id' },
  reply: OwnUser,
  errors: ['not_owner'],
} as const satisfies Call

type FlagCalls = {
  [F in ProfileFlag as `POST /api/users/edit_user_${F}`]: typeof byQuery & {
    query: z.ZodObject<{ user_id: typeof Hint } & Record<F, typeof Flag>>
  }
}

/** One call per switch of the profile. */
const flagCalls = Object.fromEntries(
  profileFlags.map((flag) => [
    `POST /api/users/edit_user_${flag}`,
    { ...byQuery, query: z.object({ user_id: Hint, [flag]: Flag }) },
  ]),
) as unknown as FlagCalls

/** Longer than any address; what it must be depends on the network. */
const SocialLink = z.string().max(limits.link.max).nullable().optional()
const Links = z.object(
  Object.fromEntries(socialNetworks.map((network) => [network, SocialLink])) as Record<
    (typeof socialNetworks)[number],
    typeof SocialLink
  >,
)

/** Calls that write one field of the caller's own profile. */
export const profileCalls = {
  ...flagCalls,
  ...defineCalls({
    'POST /api/users/edit_user_name/:id': {
      ...byPath,
      body: z.object({ full_name: name(limits.name.min, limits.name.max) }),
    },
    'POST /api/users/edit_user_description/:id': {
      ...byPath,
      body: z.object({ description: text(0, limits.profileText.max).nullable() }),
    },
    'POST /api/users/edit_user_resume_url/:id': {
      ...byPath,
      body: z.object({ user_resume_url: z.union([z.literal('').transform(() => null), Link, z.null()]) }),
    },
    'POST /api/users/change_user_spec/:id': {
      ...byPath,
      query: z.object({ category_id: ReferenceId }),
      errors: ['not_owner', 'not_found'],
    },
    'POST /api/users/change_user_age_exp/:id': { ...byPath, query: z.object({ years_of_experience: Years }) },
    'POST /api/users/edit_user_country': {
      ...byQuery,
      query: z.object({ user_id: Hint, country: name(0, 64) }),
    },
    'POST /api/users/edit_user_city': {
      ...byQuery,
      query: z.object({ user_id: Hint, city: name(0, 64) }),
      added: 'a city is part of the profile and has no call (#17)',
    },
    'POST /api/users/edit_user_currency': {
      ...byQuery,
      query: z.object({ user_id: Hint, currency_id: ReferenceId }),
      errors: ['not_owner', 'not_found'],
    },
    'POST /api/users/edit_user_languages': {
      ...byQuery,
      access: { self: 'body.user_id' },
      body: z.object({
        user_id: Hint,
        languages: z
          .array(
            z.object({
              code: z.string().regex(/^[a-z]{2}$/),
              level: z.enum(languageLevels).nullable().default(null),
            }),
          )
          .max(limits.languages.count),
      }),
      added: 'languages are part of the profile and have no call (#17)',
    },
    'POST /api/users/edit_user_social_links': {
      ...byQuery,
      query: z.object({ user_id: Hint }),
      body: Links.extend({ links: Links.optional(), social_links: Links.optional() }),
    },
  }),
}
