import { findCategory } from './category.ts'
import { findHurry, findRemote } from './circumstances.ts'
import { findDay } from './days.ts'
import { plainOf } from './plain.ts'
import { findSkills } from './skills.ts'
import { findBudget } from './sums.ts'
import { titleOf } from './title.ts'

/** Fields of an order that rules recognise in a text. A field that the text does not mention is null. */
export type SpokenBrief = {
  title: string
  category_id: number | null
  price: { min: number | null; max: number | null; code: string } | null
  payment: 'fixed' | 'hourly'
  /** Deadline as a date such as `2026-11-27`. */
  deadline: string | null
  is_remote: boolean | null
  is_urgent: boolean
  skills: string[]
}

/**
 * Number of characters, from a message's beginning, that are searched for an order's fields. The regular expressions
 * may take quadratic time, and people state their request at the beginning.
 */
const maxRead = 1500

/** Beginning of a text, in which repeated spaces and line breaks are merged. */
function beginningOf(text: string): string {
  return text
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n[ \n]*/g, '\n')
    .slice(0, maxRead)
}

/** @param today midnight of the writer's day, as UTC */
export function readBrief(whole: string, today: Date): SpokenBrief {
  const text = beginningOf(whole)
  const plain = plainOf(text)
  const day = findDay(plain, today)
  const dayless = day ? plain.replace(day.words, ' , ') : plain
  const budget = findBudget(dayless)
  const moneyless = budget ? dayless.replace(budget.words, ' , ') : dayless
  const hurry = findHurry(plain)
  const title = titleOf(text, [day?.words ?? '', budget?.words ?? '', hurry ?? ''])
  return {
    title,
    category_id: findCategory(plainOf(title), moneyless),
    price: budget && { min: budget.min, max: budget.max, code: budget.code },
    payment: budget?.is_hourly ? 'hourly' : 'fixed',
    deadline: day?.day ?? null,
    is_remote: findRemote(plain),
    is_urgent: hurry !== null,
    skills: findSkills(moneyless),
  }
}
