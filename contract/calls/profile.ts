import { z } from 'zod'
import { type ProfileFlag, profileFlags } from '../options.ts'
import { type Call, defineCalls } from './call.ts'
import type { Flag } from './fields.ts'
import { byId, OptionalCallerId, UserId } from './ids.ts'
import { OwnUser } from './people-shapes.ts'
import { ProfileFields, SocialLinkFields } from './profile-fields.ts'

const { shape } = ProfileFields

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
const byBody = {
  access: { self: 'body.user_id' },
  reply: OwnUser,
  errors: ['not_owner'],
} as const satisfies Call

type FlagCalls = {
  [F in ProfileFlag as `POST /api/users/edit_user_${F}`]: typeof byQuery & {
    query: z.ZodObject<{ user_id: typeof OptionalCallerId } & Record<F, typeof Flag>>
  }
}

/** Calls that each set one switch of the profile. */
const flagCalls = Object.fromEntries(
  profileFlags.map((flag) => [
    `POST /api/users/edit_user_${flag}`,
    { ...byQuery, query: z.object({ user_id: OptionalCallerId, [flag]: shape[flag] }) },
  ]),
) as unknown as FlagCalls

/** Calls for the caller's own profile: one saves the whole profile, and one per field serves older clients. */
export const profileCalls = {
  ...flagCalls,
  ...defineCalls({
    'PATCH /api/users/profile': {
      ...byBody,
      /** Unknown field names are refused, because a client would assume that they were saved. */
      body: z.strictObject({ user_id: OptionalCallerId, ...ProfileFields.partial().shape }),
      added: 'a profile is saved in one go, all fields or none, instead of a call per field',
    },
    'POST /api/users/edit_user_name/:id': { ...byPath, body: z.object({ full_name: shape.full_name }) },
    'POST /api/users/edit_user_description/:id': {
      ...byPath,
      body: z.object({ description: shape.description }),
    },
    'POST /api/users/edit_user_resume_url/:id': {
      ...byPath,
      body: z.object({ user_resume_url: shape.user_resume_url }),
    },
    'POST /api/users/change_user_spec/:id': {
      ...byPath,
      query: z.object({ category_id: shape.category_id.unwrap() }),
      errors: ['not_owner', 'not_found'],
    },
    'POST /api/users/change_user_age_exp/:id': {
      ...byPath,
      query: z.object({ years_of_experience: shape.years_of_experience.unwrap() }),
    },
    'POST /api/users/edit_user_country': {
      ...byQuery,
      query: z.object({ user_id: OptionalCallerId, country: shape.country }),
    },
    'POST /api/users/edit_user_city': {
      ...byQuery,
      query: z.object({ user_id: OptionalCallerId, city: shape.city }),
      added: 'a city is part of the profile and has no call (#17)',
    },
    'POST /api/users/edit_user_currency': {
      ...byQuery,
      query: z.object({ user_id: OptionalCallerId, currency_id: shape.currency_id }),
      errors: ['not_owner', 'not_found'],
    },
    'POST /api/users/edit_user_languages': {
      ...byBody,
      body: z.object({ user_id: OptionalCallerId, languages: shape.languages }),
      added: 'languages are part of the profile and have no call (#17)',
    },
    'POST /api/users/edit_user_social_links': {
      ...byQuery,
      query: z.object({ user_id: OptionalCallerId }),
      body: SocialLinkFields.extend({
        links: SocialLinkFields.optional(),
        social_links: SocialLinkFields.optional(),
      }),
    },
  }),
}
