import type { Handlers } from '#contract/calls/call.ts'
import type { profileCalls } from '#contract/calls/profile.ts'
import type { profileEntryCalls } from '#contract/calls/profile-entries.ts'
import type { GuestContext, UserContext } from '#services/core/request-context.ts'
import { changeOwn, chooseCurrency, chooseSpeciality, setResumeLink } from '#services/users/actions.ts'
import {
  addPortfolioLink,
  addSkill,
  removeEntry,
  setLanguages,
  setSocialLinks,
} from '#services/users/profile-entries.ts'
import { addService, editService, listServices } from '#services/users/profile-services.ts'
import { getOwnUser } from '#services/users/queries.ts'

/** The caller's own profile in the language of the call. */
export function own(ctx: UserContext) {
  return getOwnUser(ctx, ctx.viewer.id, ctx.language)
}

/** A call that writes something of the caller's profile and answers with the whole of it. */
function writing<I>(write: (ctx: UserContext, input: I) => Promise<void>) {
  return async (ctx: UserContext, input: I) => {
    await write(ctx, input)
    return own(ctx)
  }
}

type Columns = Parameters<typeof changeOwn>[1]

/** The same for a single column. */
function column<I>(pick: (input: I) => Columns) {
  return writing<I>((ctx, input) => changeOwn(ctx, pick(input)))
}

type Calls = typeof profileCalls & typeof profileEntryCalls

export const profileHandlers: Handlers<Calls, GuestContext, UserContext> = {
  'POST /api/users/edit_user_is_free': column(({ query: { is_free } }) => ({ is_free })),
  'POST /api/users/edit_user_is_only_remote': column(({ query: { is_only_remote } }) => ({ is_only_remote })),
  'POST /api/users/edit_user_is_price_conversion': column(({ query: { is_price_conversion } }) => ({
    is_price_conversion,
  })),
  'POST /api/users/edit_user_is_notify_new_order': column(({ query: { is_notify_new_order } }) => ({
    is_notify_new_order,
  })),
  'POST /api/users/edit_user_is_notify_new_messages': column(({ query: { is_notify_new_messages } }) => ({
    is_notify_new_messages,
  })),
  'POST /api/users/edit_user_is_notify_hot_orders': column(({ query: { is_notify_hot_orders } }) => ({
    is_notify_hot_orders,
  })),
  'POST /api/users/edit_user_name/:id': column(({ body: { full_name } }) => ({ full_name })),
  'POST /api/users/edit_user_description/:id': column(({ body }) => ({
    description: body.description || null,
  })),
  'POST /api/users/change_user_age_exp/:id': column(({ query: { years_of_experience } }) => ({
    years_of_experience,
  })),
  'POST /api/users/edit_user_country': column(({ query }) => ({ country: query.country || null })),
  'POST /api/users/edit_user_city': column(({ query }) => ({ city: query.city || null })),
  'POST /api/users/edit_user_resume_url/:id': writing((ctx, { body }) =>
    setResumeLink(ctx, body.user_resume_url),
  ),
  'POST /api/users/change_user_spec/:id': writing((ctx, { query }) =>
    chooseSpeciality(ctx, query.category_id),
  ),
  'POST /api/users/edit_user_currency': writing((ctx, { query }) => chooseCurrency(ctx, query.currency_id)),
  'POST /api/users/edit_user_languages': writing((ctx, { body }) => setLanguages(ctx, body.languages)),
  'POST /api/users/edit_user_social_links': writing((ctx, { body: { links, social_links, ...flat } }) =>
    setSocialLinks(ctx, { ...flat, ...social_links, ...links }),
  ),
  'POST /api/users/add_user_skill': (ctx, { body }) => addSkill(ctx, body.skill_name),
  'DELETE /api/users/dell_user_skill/:id': writing((ctx, { query }) =>
    removeEntry(ctx, 'user_skills', query.skill_id),
  ),
  'POST /api/users/add_user_portfolio_link': (ctx, { body }) => addPortfolioLink(ctx, body),
  'DELETE /api/users/dell_user_portfolio_link/:id': writing((ctx, { query }) =>
    removeEntry(ctx, 'user_portfolio_links', query.link_id),
  ),
  'GET /api/users/user_service_list/:id': (ctx, { params }) => listServices(ctx, params.id),
  'POST /api/users/add_user_service': (ctx, { body }) => addService(ctx, body),
  'POST /api/users/edit_user_service': (ctx, { body }) => editService(ctx, body.id, body),
  'DELETE /api/users/dell_user_service/:id': writing((ctx, { query }) =>
    removeEntry(ctx, 'user_services', query.service_id),
  ),
}
