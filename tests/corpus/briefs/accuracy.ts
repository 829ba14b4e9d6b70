import { readBrief } from '#services/spoken/brief.ts'
import { type Brief, saidAt } from './briefs.ts'

/** Compares each field of a brief with the result of the rules. */
export function compare(brief: Brief) {
  const read = readBrief(brief.text, saidAt)
  const same = (left: unknown, right: unknown) => JSON.stringify(left) === JSON.stringify(right)
  return {
    read,
    right: {
      title: read.title.toLowerCase() === brief.title.toLowerCase(),
      category: brief.categories.includes(read.category_id ?? 0),
      price: same(read.price, brief.price),
      payment: read.payment === brief.payment,
      deadline: read.deadline === brief.deadline,
      is_remote: read.is_remote === brief.is_remote,
      is_urgent: read.is_urgent === brief.is_urgent,
      skills: same(read.skills.toSorted(), brief.skills.toSorted()),
    },
  }
}

/** Percent of briefs with each field right, and percent of all fields. */
export function accuracyOf(briefs: Brief[]): Record<string, number> {
  const compared = briefs.map((brief) => Object.entries(compare(brief).right))
  const percent = (flags: boolean[]) => Math.round((1000 * flags.filter(Boolean).length) / flags.length) / 10
  const fields = compared[0]?.map(([field]) => field) ?? []
  const each = fields.map((field) => [
    field,
    percent(compared.map((one) => one.find(([name]) => name === field)?.[1] ?? false)),
  ])
  return { ...Object.fromEntries(each), all: percent(compared.flat().map(([, right]) => right)) }
}
