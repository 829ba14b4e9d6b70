import type { z } from 'zod'
import type { Handlers } from '#contract/calls/call.ts'
import { type EditCalls, editable, editRows, sharedFields } from '#contract/calls/edits.ts'
import { AppError } from '#contract/errors.ts'
import type { ListingKind } from '#contract/lifecycle.ts'
import type { GuestContext, UserContext } from '#services/core/request-context.ts'
import { editListing } from '#services/lifecycle/edits/edit.ts'
import { togglePublished } from '#services/lifecycle/publication/visibility.ts'
import { getListing } from './page.ts'

type Body = Record<string, unknown>
type EditRow = { kind: ListingKind; name: string; field: string }

/**
 * Returns the new value from an edit call of an old client. Such a client sends the value as `field` or `value`, not
 * under the name of the edited field.
 */
function genericValue({ kind, name, field }: EditRow, body: Body): unknown {
  // Old clients may send the name of the edited field in `field`, and then the new value in `value`.
  const isFieldName = body.value !== undefined && (body.field === name || body.field === field)
  const value = isFieldName || body.field === undefined ? body.value : body.field
  const { success, data } = (editable[kind][field] as z.ZodType).safeParse(value)
  if (value === undefined || !success) throw new AppError('invalid_input', { fields: [{ path: name }] })
  return data
}

/**
 * Returns the changes of an edit call. A value under the field's own name takes precedence. Then come the fields of a
 * call that edits several fields, and last the value in `field` or `value`.
 */
function readChanges(row: EditRow, body: Body): Body {
  const { name, field } = row
  if (name !== field && body[name] !== undefined) return { [field]: body[name] }
  const namedFields = (sharedFields[name] ?? [field]).filter((key) => body[key] !== undefined)
  if (namedFields.length) return Object.fromEntries(namedFields.map((key) => [key, body[key]]))
  return { [field]: genericValue(row, body) }
}

/** Handles all calls that edit a listing. If one field of a call is refused, none of its fields changes. */
async function editField(ctx: UserContext, row: EditRow, body: Body) {
  const { kind } = row
  const id = Number(kind === 'order' ? body.project_id : body.vacancy_id)
  const { is_published, ...changes } = readChanges(row, body)
  await ctx.db.transaction().execute(async (tx) => {
    if (Object.keys(changes).length) await editListing(ctx, tx, { id, kind, changes })
    if (typeof is_published === 'boolean') await togglePublished(ctx, tx, { id, kind, is_published })
  })
  return getListing(ctx, kind, id)
}

/** Handlers of all edit calls, built from the rows of the contract, so that call names and bodies always agree. */
export const editHandlers = Object.fromEntries(
  editRows.map((row) => [
    row.call,
    (ctx: UserContext, input: { body: Body }) => editField(ctx, row, input.body),
  ]),
) as unknown as Handlers<EditCalls, GuestContext, UserContext>
