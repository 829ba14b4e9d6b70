import { readBrief } from '#services/spoken/brief.ts'
import { type Brief, writtenAt } from './briefs.ts'

/** Compares the expected fields of a brief with the fields that the rules find in its text. */
export function compare(brief: Brief) {
  const result = readBrief(brief.text, writtenAt)
  const isSame = (left: unknown, correctFields: unknown) =>
    JSON.stringify(left) === JSON.stringify(correctFields)
  return {
    read: result,
    right: {
      title: result.title.toLowerCase() === brief.title.toLowerCase(),
      category: brief.categories.includes(result.category_id ?? 0),
      price: isSame(result.price, brief.price),
      payment: result.payment === brief.payment,
      deadline: result.deadline === brief.deadline,
      is_remote: result.is_remote === brief.is_remote,
      is_urgent: result.is_urgent === brief.is_urgent,
      skills: isSame(result.skills.toSorted(), brief.skills.toSorted()),
    },
  }
}

/** Returns the percentage of briefs for which each field is right, and the percentage of all fields that are right. */
export function accuracyOf(briefs: Brief[]): Record<string, number> {
  const results = briefs.map((brief) => Object.entries(compare(brief).right))
  const percent = (flags: boolean[]) => Math.round((1000 * flags.filter(Boolean).length) / flags.length) / 10
  const fields = results[0]?.map(([field]) => field) ?? []
  const percentages = fields.map((field) => [
    field,
    percent(results.map((one) => one.find(([name]) => name === field)?.[1] ?? false)),
  ])
  return {
    ...Object.fromEntries(percentages),
    all: percent(results.flat().map(([, correctFields]) => correctFields)),
  }
}
