import type { adminDirectoryCalls } from '#contract/calls/admin-directories.ts'
import type { Handlers } from '#contract/calls/call.ts'
import { askConfirmation } from '#services/admin/confirmations/actions.ts'
import type { GuestContext, UserContext } from '#services/core/request-context.ts'
import { listTariffs } from '#services/payments/invoices/tariff-changes.ts'
import {
  addCategory,
  closeCategory,
  listAllCategories,
  renameCategory,
} from '#services/reference/categories.ts'

export const adminDirectoryHandlers: Handlers<typeof adminDirectoryCalls, GuestContext, UserContext> = {
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
}
