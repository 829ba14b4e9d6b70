import type { adminMoneyCalls } from '#contract/calls/admin-money.ts'
import type { Handlers } from '#contract/calls/call.ts'
import { checkAgain, settleOutside } from '#services/payments/case-acts.ts'
import { importRegister } from '#services/register/importing.ts'
import { listImports } from '#services/register/queries.ts'
import type { GuestContext, UserContext } from '#services/request-context.ts'
import { getCase, listCases } from './cases.ts'

const shownImports = 20

export const adminMoneyHandlers: Handlers<typeof adminMoneyCalls, GuestContext, UserContext> = {
  'GET /api/admin/cases': (ctx, { query }) => listCases(ctx.db, query),
  'POST /api/admin/cases/:id/check': async (ctx, { params }) => {
    await checkAgain(ctx, params.id)
    return getCase(ctx.db, params.id)
  },
  'POST /api/admin/cases/:id/settle': async (ctx, { params, body }) => {
    await settleOutside(ctx, params.id, body.reason)
    return getCase(ctx.db, params.id)
  },
  'GET /api/admin/registers': (ctx) => listImports(ctx.db, shownImports),
  'POST /api/admin/registers': (ctx, { upload }) => importRegister(ctx, upload.path),
}
