import type { Handlers } from '#contract/calls/call.ts'
import type { profileCalls } from '#contract/calls/profile.ts'
import type { profileEntryCalls } from '#contract/calls/profile-entries.ts'
import type { ProfileChanges } from '#contract/calls/profile-fields.ts'
import { AppError } from '#contract/errors.ts'
import { type ProfileFlag, profileFlags } from '#contract/options.ts'
import type { GuestContext, UserContext } from '#services/core/request-context.ts'
import { getOwnUser } from '#services/users/people/queries.ts'
import { saveProfile } from '#services/users/profile/actions.ts'
import { addPortfolioLink, addSkill, removeEntry } from '#services/users/profile/entries.ts'
import { wrongAddresses } from '#services/users/profile/lists.ts'
import { addService, editService, listServices } from '#services/users/profile/services.ts'

/** Returns the caller's own profile in the language of the call. */
export function getOwnProfile(ctx: UserContext) {
  return getOwnUser(ctx, ctx.viewer.id, ctx.language)
}

type Fields = ProfileChanges & { user_id?: number }

/** Handles all calls that change profile fields, one or many. The answer is the whole profile. */
async function saveFields(ctx: UserContext, { query, body }: { query?: Fields; body?: Fields }) {
  const { user_id: _, ...changes } = { ...query, ...body }
  await saveProfile(ctx, changes)
  return getOwnProfile(ctx)
}

/**
 * Handles calls that set one reference of the profile, such as its category. For an unknown id these calls answer
 * `not_found`, while other calls answer `invalid_input`.
 */
async function saveReference(ctx: UserContext, input: { query: Fields }) {
  return saveFields(ctx, input).catch((error) => {
    throw error instanceof AppError && error.code === 'invalid_input' ? new AppError('not_found') : error
  })
}

async function removeFrom(ctx: UserContext, table: Parameters<typeof removeEntry>[1], id: number) {
  await removeEntry(ctx, table, id)
  return getOwnProfile(ctx)
}

const flagHandlers = Object.fromEntries(
  profileFlags.map((flag) => [`POST /api/users/edit_user_${flag}`, saveFields]),
) as Record<`POST /api/users/edit_user_${ProfileFlag}`, typeof saveFields>

const removeSkill = (ctx: UserContext, { query }: { query: { skill_id: number } }) =>
  removeFrom(ctx, 'user_skills', query.skill_id)
const removeLink = (ctx: UserContext, { query }: { query: { link_id: number } }) =>
  removeFrom(ctx, 'user_portfolio_links', query.link_id)
const removeService = (ctx: UserContext, { query }: { query: { service_id: number } }) =>
  removeFrom(ctx, 'user_services', query.service_id)

type Calls = typeof profileCalls & typeof profileEntryCalls

export const profileHandlers: Handlers<Calls, GuestContext, UserContext> = {
  ...flagHandlers,
  'PATCH /api/users/profile': saveFields,
  'POST /api/users/edit_user_name/:id': saveFields,
  'POST /api/users/edit_user_description/:id': saveFields,
  'POST /api/users/change_user_age_exp/:id': saveFields,
  'POST /api/users/edit_user_country': saveFields,
  'POST /api/users/edit_user_city': saveFields,
  'POST /api/users/edit_user_resume_url/:id': saveFields,
  'POST /api/users/change_user_spec/:id': saveReference,
  'POST /api/users/edit_user_currency': saveReference,
  'POST /api/users/edit_user_languages': saveFields,
  'POST /api/users/edit_user_social_links': (ctx, { body: { links, social_links, ...flat } }) => {
    const addresses = { ...flat, ...social_links, ...links }
    // This call has the social networks as top-level fields, so its errors name them without the prefix
    // `social_links.`.
    const fields = wrongAddresses(addresses)
    if (fields.length) throw new AppError('invalid_input', { fields })
    return saveFields(ctx, { body: { social_links: addresses } })
  },
  'POST /api/users/add_user_skill': (ctx, { body }) => addSkill(ctx, body.skill_name),
  'DELETE /api/users/dell_user_skill/:id': removeSkill,
  'DELETE /api/users/delete_user_skill/:id': removeSkill,
  'POST /api/users/add_user_portfolio_link': (ctx, { body }) => addPortfolioLink(ctx, body),
  'DELETE /api/users/dell_user_portfolio_link/:id': removeLink,
  'DELETE /api/users/delete_user_portfolio_link/:id': removeLink,
  'GET /api/users/user_service_list/:id': (ctx, { params }) => listServices(ctx, params.id),
  'POST /api/users/add_user_service': (ctx, { body }) => addService(ctx, body),
  'POST /api/users/edit_user_service': (ctx, { body }) => editService(ctx, body.id, body),
  'DELETE /api/users/dell_user_service/:id': removeService,
  'DELETE /api/users/delete_user_service/:id': removeService,
}
