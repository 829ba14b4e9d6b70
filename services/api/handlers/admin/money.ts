import type { adminMoneyCalls } from '#contract/calls/admin-money.ts'
import type { Handlers } from '#contract/calls/call.ts'
import { askConfirmation } from '#services/admin/confirmations/actions.ts'
import { getCase, listCases } from '#services/admin/money/cases.ts'
import type { GuestContext, UserContext } from '#services/core/request-context.ts'
import { checkCaseAgain } from '#services/payments/cases/case-acts.ts'
import { recordChargeback } from '#services/payments/refunds/chargebacks.ts'
import { moscowDate, readReport } from '#services/payments/register/daily-report.ts'
import { importRegister } from '#services/payments/register/import.ts'
import { listImports } from '#services/payments/register/queries.ts'

const shownImports = 20

export const adminMoneyHandlers: Handlers<typeof adminMoneyCalls, GuestContext, UserContext> = {
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
}
