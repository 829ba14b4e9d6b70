import type { adminCalls } from '#contract/calls/admin.ts'
import type { adminAuditCalls } from '#contract/calls/admin-audit.ts'
import type { adminDirectoryCalls } from '#contract/calls/admin-directories.ts'
import type { adminMoneyCalls } from '#contract/calls/admin-money.ts'
import type { adminPeopleCalls } from '#contract/calls/admin-people.ts'
import type { adminQueueCalls } from '#contract/calls/admin-queue.ts'
import type { adminReportCalls } from '#contract/calls/admin-reports.ts'
import type { adminSupportCalls } from '#contract/calls/admin-support.ts'
import type { Handlers } from '#contract/calls/call.ts'
import { listAudit } from '#services/admin/audit.ts'
import { askConfirmation } from '#services/admin/confirmations/actions.ts'
import { getConfirmation } from '#services/admin/confirmations/queries.ts'
import { listEntries } from '#services/admin/moderation/queue-entries.ts'
import { listReported } from '#services/admin/moderation/reported-content.ts'
import { getCase, listCases } from '#services/admin/money/cases.ts'
import { checkPayment, listPayments } from '#services/admin/money/payments.ts'
import { decidePhoneConflict, setFocusGroup } from '#services/admin/people/actions.ts'
import { getUser, listUsers } from '#services/admin/people/people.ts'
import {
  checkPerson,
  getPerson,
  listHistory,
  listReportsOf,
  listSent,
  showContacts,
} from '#services/admin/people/person.ts'
import { listAllListings } from '#services/admin/queries.ts'
import { getSupportCase, listSupportCases } from '#services/admin/support.ts'
import type { GuestContext, UserContext } from '#services/core/request-context.ts'
import { changeStatus } from '#services/lifecycle/sanctions/actions.ts'
import { operatorsView } from '#services/operations/figures/figures.ts'
import { giveTicket } from '#services/operations/queue-board-access.ts'
import { checkCaseAgain } from '#services/payments/cases/case-acts.ts'
import { listTariffs } from '#services/payments/invoices/tariff-changes.ts'
import { recordChargeback } from '#services/payments/refunds/chargebacks.ts'
import { moscowDate, readReport } from '#services/payments/register/daily-report.ts'
import { importRegister } from '#services/payments/register/import.ts'
import { listImports } from '#services/payments/register/queries.ts'
import {
  addCategory,
  closeCategory,
  listAllCategories,
  renameCategory,
} from '#services/reference/categories.ts'
import { closeCase } from '#services/support/actions.ts'

type Calls = typeof adminCalls &
  typeof adminPeopleCalls &
  typeof adminMoneyCalls &
  typeof adminDirectoryCalls &
  typeof adminQueueCalls &
  typeof adminReportCalls &
  typeof adminSupportCalls &
  typeof adminAuditCalls

const shownImports = 20

/** Wraps an act on a person into a handler that returns the changed person. */
function onPerson<Input extends { params: { id: number } }>(
  act: (ctx: UserContext, input: Input) => Promise<unknown>,
) {
  return async (ctx: UserContext, input: Input) => {
    await act(ctx, input)
    return getUser(ctx.db, ctx.language, input.params.id)
  }
}

/** Reads a list that belongs to a person, after checking that the person exists. */
async function onKnown<T>(ctx: UserContext, id: number, read: () => Promise<T>): Promise<T> {
  await checkPerson(ctx.db, id)
  return read()
}

/** Calls of the admin area, except the acts on tasks of moderation. */
export const adminHandlers: Handlers<Calls, GuestContext, UserContext> = {
  'GET /api/admin/users': (ctx, { query }) => listUsers(ctx.db, ctx.language, query),
  'POST /api/admin/users/:id/role': (ctx, { params, body }) =>
    askConfirmation(ctx, 'user.role', { user_id: params.id, role: body.role }),
  'POST /api/admin/users/:id/status': onPerson((ctx, { params, body }) =>
    changeStatus(ctx, { user_id: params.id, ...body }),
  ),
  'POST /api/admin/users/:id/verification': onPerson((ctx, { params, body }) =>
    decidePhoneConflict(ctx, params.id, body.verdict),
  ),
  'POST /api/admin/users/:id/focus_group': onPerson((ctx, { params, body }) =>
    setFocusGroup(ctx, params.id, body.is_focus_group),
  ),
  'GET /api/admin/listings': (ctx, { query }) => listAllListings(ctx, query),
  'GET /api/admin/payments': (ctx, { query }) => listPayments(ctx.db, query),
  'POST /api/admin/payments/:id/check': async (ctx, { params }) => ({
    ok: true,
    ...(await checkPayment(ctx, params.id)),
  }),
  'POST /api/admin/payments/:id/compensate': (ctx, { params, body }) =>
    askConfirmation(ctx, 'payment.compensate', { payment_id: params.id, ...body }),
  'GET /api/admin/confirmations/:id': (ctx, { params }) => getConfirmation(ctx, params.id),
  'POST /api/admin/queues_ticket': (ctx) => giveTicket(ctx),
  'GET /api/admin/health': (ctx) => operatorsView(ctx),
  'GET /api/admin/users/:id': (ctx, { params }) => getPerson(ctx, params.id),
  'GET /api/admin/users/:id/responses': (ctx, { params, query }) =>
    onKnown(ctx, params.id, () => listSent(ctx.db, params.id, query)),
  'GET /api/admin/users/:id/reports': (ctx, { params, query }) =>
    onKnown(ctx, params.id, () => listReportsOf(ctx.db, params.id, query)),
  'GET /api/admin/users/:id/history': (ctx, { params, query }) =>
    onKnown(ctx, params.id, () => listHistory(ctx, params.id, query)),
  'POST /api/admin/users/:id/contacts': (ctx, { params }) => showContacts(ctx, params.id),
  'GET /api/admin/cases': (ctx, { query }) => listCases(ctx.db, query),
  'POST /api/admin/cases/:id/check': async (ctx, { params }) => {
    await checkCaseAgain(ctx, params.id)
    return getCase(ctx.db, params.id)
  },
  'POST /api/admin/cases/:id/finish': (ctx, { params, body }) =>
    askConfirmation(ctx, 'case.finish', { case_id: params.id, ...body }),
  'POST /api/admin/payments/:id/chargeback': async (ctx, { params, body }) =>
    getCase(ctx.db, await recordChargeback(ctx, { payment_id: params.id, ...body })),
  'GET /api/admin/money_report': (ctx) => readReport(ctx, moscowDate(ctx.now())),
  'GET /api/admin/registers': (ctx) => listImports(ctx.db, shownImports),
  'POST /api/admin/registers': (ctx, { upload }) => importRegister(ctx, upload.path),
  'GET /api/admin/categories': (ctx) => listAllCategories(ctx.db),
  'POST /api/admin/categories': (ctx, { body }) => addCategory(ctx, body),
  'POST /api/admin/categories/:id/names': (ctx, { params, body }) =>
    renameCategory(ctx, params.id, body.names),
  'POST /api/admin/categories/:id/closed': (ctx, { params, body }) =>
    closeCategory(ctx, params.id, body.is_closed),
  'GET /api/admin/tariffs': (ctx) => listTariffs(ctx, ctx.language),
  'POST /api/admin/tariffs': (ctx, { body: { category_id, period_days, valid_from, ...body } }) =>
    askConfirmation(ctx, 'tariff.set', {
      ...body,
      category_id: category_id ?? null,
      period_days: period_days ?? null,
      valid_from: valid_from ?? null,
    }),
  'GET /api/admin/queue': (ctx, { query }) => listEntries(ctx.db, query),
  'GET /api/admin/reports': (ctx, { query }) => listReported(ctx.db, query),
  'GET /api/admin/audit': (ctx, { query }) => listAudit(ctx.db, query),
  'GET /api/admin/support': (ctx, { query }) => listSupportCases(ctx, query),
  'POST /api/admin/support/:id/close': async (ctx, { params }) => {
    await closeCase(ctx, params.id, { by: 'staff', actor_id: ctx.viewer.id })
    return getSupportCase(ctx, params.id)
  },
}
