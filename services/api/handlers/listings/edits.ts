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
type Row = { kind: ListingKind; name: string; field: string }

/** The value under a key of old clients that says nothing about its field. */
function genericValue({ kind, name, field }: Row, body: Body): unknown {
  // `field` may hold the name of the field with the value beside it.
  const isName = body.value !== undefined && (body.field === name || body.field === field)
  const value = isName || body.field === undefined ? body.value : body.field
  const { success, data } = (editable[kind][field] as z.ZodType).safeParse(value)
  if (value === undefined || !success) throw new AppError('invalid_input', { fields: [{ path: name }] })
  return data
}

/** What a call writes: named values, several when the call is shared, else the nameless one. */
function readChanges(row: Row, body: Body): Body {
  const { name, field } = row
  if (name !== field && body[name] !== undefined) return { [field]: body[name] }
  const named = (sharedFields[name] ?? [field]).filter((key) => body[key] !== undefined)
  if (named.length) return Object.fromEntries(named.map((key) => [key, body[key]]))
  return { [field]: genericValue(row, body) }
}

/** One handler for all edit calls. Several fields of one call change together or not at all. */
async function editField(ctx: UserContext, row: Row, body: Body) {
  const { kind } = row
  const id = Number(kind === 'order' ? body.project_id : body.vacancy_id)
  const { is_published, ...changes } = readChanges(row, body)
  await ctx.db.transaction().execute(async (tx) => {
    if (Object.keys(changes).length) await editListing(ctx, tx, { id, kind, changes })
    if (typeof is_published === 'boolean') await togglePublished(ctx, tx, { id, kind, is_published })
  })
  return getListing(ctx, kind, id)
}

/** The rows of the contract make the handlers, so their names and bodies agree by construction. */
export const editHandlers = Object.fromEntries(
  editRows.map((row) => [
    row.call,
    (ctx: UserContext, input: { body: Body }) => editField(ctx, row, input.body),
  ]),
) as unknown as Handlers<EditCalls, GuestContext, UserContext>
