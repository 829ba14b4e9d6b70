import type { adminPeopleCalls } from '#contract/calls/admin-people.ts'
import type { Handlers } from '#contract/calls/call.ts'
import { checkPerson, getPerson, showContacts } from '#services/admin/people/person.ts'
import { listHistory, listReportsOf, listSent } from '#services/admin/people/person-history.ts'
import type { GuestContext, UserContext } from '#services/core/request-context.ts'

/** Reads a list about an existing person. */
async function onKnown<T>(ctx: UserContext, id: number, read: () => Promise<T>): Promise<T> {
  await checkPerson(ctx.db, id)
  return read()
}

export const adminPeopleHandlers: Handlers<typeof adminPeopleCalls, GuestContext, UserContext> = {
  'GET /api/admin/users/:id': (ctx, { params }) => getPerson(ctx, params.id),
  'GET /api/admin/users/:id/responses': (ctx, { params, query }) =>
    onKnown(ctx, params.id, () => listSent(ctx.db, params.id, query)),
  'GET /api/admin/users/:id/reports': (ctx, { params, query }) =>
    onKnown(ctx, params.id, () => listReportsOf(ctx.db, params.id, query)),
  'GET /api/admin/users/:id/history': (ctx, { params, query }) =>
    onKnown(ctx, params.id, () => listHistory(ctx, params.id, query)),
  'POST /api/admin/users/:id/contacts': (ctx, { params }) => showContacts(ctx, params.id),
}
