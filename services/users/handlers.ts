import type { authCalls } from '#contract/calls/auth.ts'
import type { Handlers } from '#contract/calls/call.ts'
import type { userCalls } from '#contract/calls/users.ts'
import { AppError } from '#contract/errors.ts'
import { listCollection } from '#services/listings/collection.ts'
import type { GuestContext, UserContext } from '#services/request-context.ts'
import { allowWriting, chooseLanguage, chooseSpeciality, setNewOrderMessages, switchRole } from './actions.ts'
import { launchOf, login } from './login.ts'
import { getOwnUser, getUser } from './queries.ts'
import { createPerson, findPerson } from './remember.ts'
import { verifyByContact } from './verification.ts'

function own(ctx: UserContext) {
  return getOwnUser(ctx.db, ctx.viewer.id, ctx.language)
}

export const userHandlers: Handlers<typeof authCalls & typeof userCalls, GuestContext, UserContext> = {
  'POST /auth/login': (ctx, { body }) => login(ctx, body),
  'POST /api/users/check': async (ctx, { query }) => {
    const launch = launchOf(ctx, query.telegram_id)
    const person = await findPerson(ctx.db, launch.user.id)
    return { exists: !!person, user: person ? await getOwnUser(ctx.db, person.id, ctx.language) : null }
  },
  'POST /api/users/create': async (ctx, { body }) => {
    const launch = launchOf(ctx, body.telegram_id)
    const person = await createPerson(ctx, launch.user, body)
    if (person.status === 'blocked') throw new AppError('blocked', { reason: person.block_reason })
    return getOwnUser(ctx.db, person.id, ctx.language)
  },
  'GET /api/users/full_user_info': async (ctx, { query }) => ({
    user:
      query.user_id === ctx.viewer.id ? await own(ctx) : await getUser(ctx.db, query.user_id, ctx.language),
  }),
  'POST /api/users/freelancer_jobs': (ctx, { body }) => listCollection(ctx, body),
  'POST /api/users/edit_user_role': async (ctx, { query }) => {
    await switchRole(ctx, query)
    return own(ctx)
  },
  'POST /api/users/edit_user_ui_language': async (ctx, { query }) => {
    await chooseLanguage(ctx, query.ui_language)
    return own(ctx)
  },
  'POST /api/users/edit_user_is_notify_new_order': async (ctx, { query }) => {
    await setNewOrderMessages(ctx, query.is_notify_new_order)
    return own(ctx)
  },
  'POST /api/users/change_user_spec/:id': async (ctx, { query }) => {
    await chooseSpeciality(ctx, query.category_id)
    return own(ctx)
  },
  'POST /api/users/verify-profile/:id': (ctx, { body }) => verifyByContact(ctx, ctx.viewer.id, body.contact),
  'POST /api/app/write_access': async (ctx) => {
    await allowWriting(ctx)
    return { ok: true }
  },
}
