import { readFileSync } from 'node:fs'
import { halfOf } from '../texts.ts'

/**
 * Orders as people describe them in a chat, with the expected fields, one order per line. The fields are text, title,
 * category (several if more than one is right), price, deadline, flags and skills. The flags are `r` for remote, `o`
 * for on site and `!` for urgent. A field that the text does not mention is empty.
 */
export const writtenAt = new Date('2026-11-23T00:00:00Z')

export type Brief = {
  text: string
  title: string
  categories: number[]
  price: { min: number | null; max: number | null; code: string } | null
  payment: 'fixed' | 'hourly'
  deadline: string | null
  is_remote: boolean | null
  is_urgent: boolean
  skills: string[]
}

function readBriefs(name: string): Brief[] {
  return readFileSync(new URL(name, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line && !line.startsWith('# '))
    .map(briefOf)
}

function briefOf(line: string): Brief {
  const [text = '', title = '', category = '', price = '', day = '', flags = '', skills = ''] = line
    .split(/ \|(?= |$)/)
    .map((part) => part.trim())
  return {
    text: text.replaceAll('\\n', '\n'),
    title,
    categories: category.split('/').map(Number),
    price: priceOf(price),
    payment: price.endsWith('/h') ? 'hourly' : 'fixed',
    deadline: day === '' ? null : `${day >= '11-23' ? 2026 : 2027}-${day}`,
    is_remote: flags.includes('r') ? true : flags.includes('o') ? false : null,
    is_urgent: flags.includes('!'),
    skills: skills ? skills.split(', ') : [],
  }
}

/** Parses prices such as "-50000 RUB" (at most), "20000- RUB" (at least), "100-150 USD" (a range) and "300 TON". */
function priceOf(text: string): Brief['price'] {
  const [, first = '', dash = '', second = '', code = ''] = /^([\d.]*)(-?)([\d.]*) ([A-Z]+)/.exec(text) ?? []
  if (!code) return null
  const amount = (digits: string) => (digits === '' ? null : Number(digits))
  return { min: amount(first), max: dash ? amount(second) : amount(first), code }
}

export const briefs = [...readBriefs('ru.txt'), ...readBriefs('en.txt')]
export const developmentBriefs = briefs.filter(({ text }) => halfOf(text) === 'development')
export const unseenBriefs = briefs.filter(({ text }) => halfOf(text) === 'unseen')
