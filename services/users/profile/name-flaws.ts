import { AppError } from '#contract/errors.ts'
import { nameFlaw, showsContact } from '#services/checks/names.ts'
import type { Context } from '#services/core/context.ts'

/** What is wrong with a field, and at which place in it; the path is empty when it is the field itself. */
export type Flaw = { path: string; message?: string }

/** What is wrong with the name of a person or a company. */
export function personNameFlaws(ctx: Context, name: string): Flaw[] {
  const message = nameFlaw(name, ctx.config.BOT_USERNAME)
  return message ? [{ path: '', message }] : []
}

/** Titles that show a contact; words such as «поддержка» are honest work there. */
export function titleFlaws(titles: { path: string; title: string | undefined }[]): Flaw[] {
  return titles
    .filter(({ title }) => title !== undefined && showsContact(title))
    .map(({ path }) => ({ path, message: 'name_contacts' }))
}

/** @throws invalid_input */
export function checkTitle(path: string, title: string | undefined): void {
  const fields = titleFlaws([{ path, title }])
  if (fields.length) throw new AppError('invalid_input', { fields })
}
