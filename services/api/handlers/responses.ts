import type { Handlers } from '#contract/calls/call.ts'
import type { invitationCalls } from '#contract/calls/invitations.ts'
import type { NewResponse } from '#contract/calls/listing-fields.ts'
import type { responseCalls } from '#contract/calls/responses.ts'
import { AppError } from '#contract/errors.ts'
import type { ListingKind } from '#contract/lifecycle.ts'
import { done } from '#services/api/request/replies.ts'
import type { GuestContext, UserContext } from '#services/core/request-context.ts'
import { getVisibleFacts } from '#services/listings/access.ts'
import { countView } from '#services/listings/author/views.ts'
import { invite } from '#services/responses/invitations/actions.ts'
import { declineInvitation, markInvitationSeen, undoDecline } from '#services/responses/invitations/answer.ts'
import { getReceived, listInvitations, listReceived } from '#services/responses/invitations/queries.ts'
import { listLatestOwn, listOwnResponses } from '#services/responses/lists/own.ts'
import { listLatest, listResponses, type PageRequest } from '#services/responses/lists/received.ts'
import { readResponseHistory } from '#services/responses/lists/timeline.ts'
import { addTemplate, listTemplates, removeTemplate } from '#services/responses/shield/templates.ts'
import { markOnScreen, markShown, respond } from '#services/responses/submission/actions.ts'
import {
  archiveResponse,
  clearFlag,
  editResponse,
  judgeResponse,
  readResponse,
  withdrawResponse,
} from '#services/responses/submission/edit.ts'
import { countResponsesToday } from '#services/responses/submission/rules.ts'
import { findRole } from '#services/users/people/queries.ts'

type Sent = Partial<NewResponse> & { project_id?: number | undefined; vacancy_id?: number | undefined }
type Body = Sent & { response?: Sent | undefined; file_ids: number[] }

/**
 * Sends a response. Clients put the response's fields into `response` or at the top of the body.
 * @throws invalid_input if required fields are missing
 */
function send(ctx: UserContext, kind: ListingKind, { response, file_ids, ...bare }: Body) {
  const answer = response ?? bare
  const idField = kind === 'order' ? 'project_id' : 'vacancy_id'
  const { [idField]: listing_id, response_text } = answer
  if (!listing_id) throw new AppError('invalid_input', { fields: [{ path: idField }] })
  if (!response_text) throw new AppError('invalid_input', { fields: [{ path: 'response_text' }] })
  const complete = { response_type: 200, with_resume: false, ...answer, response_text } as NewResponse
  return respond(ctx, { listing_id, kind, answer: complete, file_ids })
}

async function list(ctx: UserContext, id: number, kind: ListingKind) {
  const facts = await getVisibleFacts(ctx.db, id, ctx.viewer.id, kind)
  return listLatest(ctx, facts, await isStaff(ctx))
}

async function listPage(ctx: UserContext, id: number, page: PageRequest) {
  const facts = await getVisibleFacts(ctx.db, id, ctx.viewer.id)
  return listResponses(ctx, facts, await isStaff(ctx), page)
}

const isStaff = async (ctx: UserContext) => (await findRole(ctx.db, ctx.viewer.id)) !== 'user'

/**
 * Marks responses as seen if the listing's author calls; counts a view of the listing if anybody else calls. The call
 * keeps its name for old clients.
 */
async function show(ctx: UserContext, id: number, kind: ListingKind, user_id: number | undefined) {
  const facts = await getVisibleFacts(ctx.db, id, ctx.viewer.id, kind)
  if (facts.author_id === ctx.viewer.id) await markShown(ctx, facts.id, user_id)
  else if (facts.status === 'published') await countView(ctx, facts.id, ctx.viewer.id)
}

export const responseHandlers: Handlers<
  typeof responseCalls & typeof invitationCalls,
  GuestContext,
  UserContext
> = {
  'GET /api/listings/:id/invitations': (ctx, { params }) => listInvitations(ctx, params.id),
  'POST /api/listings/:id/invitations': async (ctx, { params, body }) => {
    await invite(ctx, params.id, body.user_ids, body.words)
    return listInvitations(ctx, params.id)
  },
  'GET /api/invitations': (ctx) => listReceived(ctx),
  'POST /api/invitations/:id/seen': done((ctx, { params }) => markInvitationSeen(ctx, params.id)),
  'POST /api/invitations/:id/decline': async (ctx, { params, body }) => {
    await declineInvitation(ctx, params.id, body.reason)
    return getReceived(ctx, params.id)
  },
  'DELETE /api/invitations/:id/decline': async (ctx, { params }) => {
    await undoDecline(ctx, params.id)
    return getReceived(ctx, params.id)
  },
  'POST /api/projects/add_resp': (ctx, { body }) => send(ctx, 'order', body),
  'POST /api/vacancy/add_resp': (ctx, { body }) => send(ctx, 'vacancy', body),
  'GET /api/projects/:id/responses': (ctx, { params }) => list(ctx, params.id, 'order'),
  'GET /api/projects/responses/:id': (ctx, { params }) => list(ctx, params.id, 'order'),
  'GET /api/vacancy/:id/responses': (ctx, { params }) => list(ctx, params.id, 'vacancy'),
  'GET /api/vacancy/responses/:id': (ctx, { params }) => list(ctx, params.id, 'vacancy'),
  'GET /api/listings/:id/responses': (ctx, { params, query }) => listPage(ctx, params.id, query),
  'POST /api/listings/:id/responses/seen': done((ctx, { params, body }) =>
    markOnScreen(ctx, params.id, body.response_ids),
  ),
  'GET /api/responses': (ctx, { query }) => listOwnResponses(ctx, query),
  'GET /api/projects/my_responses': (ctx) => listLatestOwn(ctx, 'order'),
  'GET /api/vacancy/responses/my': (ctx) => listLatestOwn(ctx, 'vacancy'),
  'POST /api/projects/edit_project_show': done((ctx, { body }) =>
    show(ctx, body.project_id, 'order', body.user_id),
  ),
  'POST /api/vacancy/edit_vacancy_show': done((ctx, { body }) =>
    show(ctx, body.vacancy_id, 'vacancy', body.user_id),
  ),
  'GET /api/responses/:id': (ctx, { params }) => readResponse(ctx, params.id),
  'GET /api/responses/:id/story': (ctx, { params }) => readResponseHistory(ctx, params.id),
  'POST /api/responses/:id/edit': (ctx, { params, body }) => editResponse(ctx, params.id, body),
  'POST /api/responses/:id/withdraw': (ctx, { params }) => withdrawResponse(ctx, params.id),
  'POST /api/responses/:id/archive': (ctx, { params, body }) =>
    archiveResponse(ctx, params.id, body.is_archive),
  'POST /api/responses/:id/shortlist': (ctx, { params }) =>
    judgeResponse(ctx, params.id, { move: 'shortlist' }),
  'POST /api/responses/:id/not_copy': (ctx, { params }) => clearFlag(ctx, params.id),
  'GET /api/responses/today': (ctx) => countResponsesToday(ctx, ctx.db),
  'GET /api/response_templates': (ctx) => listTemplates(ctx),
  'POST /api/response_templates': (ctx, { body }) => addTemplate(ctx, body.body),
  'DELETE /api/response_templates/:id': done((ctx, { params }) => removeTemplate(ctx, params.id)),
  'POST /api/responses/:id/decline': (ctx, { params, body }) =>
    judgeResponse(ctx, params.id, { move: 'decline', reason: body.reason }),
}
