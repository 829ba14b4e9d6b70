import { AppError } from '#contract/errors.ts'
import { nameFlaw, showsContact } from '#services/checks/names.ts'
import type { Context } from '#services/core/context.ts'

/**
 * An error of a field. `path` leads to the wrong part of the field's value. It is empty if the whole value is wrong.
 */
export type Flaw = { path: string; message?: string }

/** Errors in the name of a person or company. */
export function personNameFlaws(ctx: Context, name: string): Flaw[] {
  const message = nameFlaw(name, ctx.config.BOT_USERNAME)
  return message ? [{ path: '', message }] : []
}

/**
 * Errors for titles that contain contacts. Words such as «поддержка», which names may not contain, are allowed in
 * titles.
 */
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
