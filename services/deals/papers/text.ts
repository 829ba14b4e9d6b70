import type { z } from 'zod'
import type { Agreement } from '#contract/calls/deal-shapes.ts'
import type { Paper } from '#contract/calls/paper-shapes.ts'
import { dateFormat } from '#contract/formats.ts'
import { sumInFigures, sumInWords } from './sums.ts'

/**
 * Sentences of an act and a contract. They are Russian in every language of the interface, because they are meant for
 * Russian accounting. A paper says only what the deal itself says.
 */

type PaperContent = z.output<typeof Paper>
export type Lines = { name: string; tax_number: string | null }
export type PaperDeal = Pick<z.output<typeof Agreement>, 'price' | 'unit' | 'due_at'> & {
  id: number
  title: string
  currency: string
  chosen_at: string
  accepted_at: string
  /** Latest hand-in; null if the work was accepted without one. */
  handed_in: { at: string; text: string; link: string | null; file_names: string } | null
  client: Lines | null
  executor: Lines | null
  receipt_url: string | null
}

const law = 'Это заготовка документа, а не юридическая консультация. Проверьте её, прежде чем подписывать.'
const heads = { work_head: 'Работа', sum_head: 'Сумма', total_head: 'Итого' }
const blank = '____________________'

const day = (time: string) =>
  dateFormat('ru', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'Europe/Moscow' }).format(
    new Date(time),
  )

/** A date inside of a sentence, whose end a dot of "г." would double. */
const longDay = (time: string) => day(time).replace(/.г\.$/, '\u00a0года')

const taxLine = (lines: Lines | null) => (lines?.tax_number ? `ИНН ${lines.tax_number}` : null)

/** Names both sides. A tax number stands between commas. */
function bothSides({ client, executor }: PaperDeal): string {
  const called = (role: string, lines: Lines | null) =>
    `${role} ${lines?.name ?? blank}${lines?.tax_number ? `, ИНН\u00a0${lines.tax_number},` : ''}`
  return `${called('Заказчик', client)} и ${called('Исполнитель', executor)}`
}

function sidesOf({ client, executor }: PaperDeal): PaperContent['sides'] {
  return [
    { role: 'Заказчик', name: client?.name ?? null, tax_line: taxLine(client) },
    { role: 'Исполнитель', name: executor?.name ?? null, tax_line: taxLine(executor) },
  ]
}

/** The agreed sum in figures and in words; null if the price is that of a unit or nobody named one. */
function totalOf({ price, currency, unit }: PaperDeal): { figures: string; words: string } | null {
  if (price === null || unit !== null) return null
  return { figures: sumInFigures(price, currency), words: sumInWords(price, currency) }
}

function rateOf({ price, currency, unit }: PaperDeal): string | null {
  return unit !== null && price !== null ? `Ставка: ${sumInFigures(price, currency)} ${unit}.` : null
}

/** Longest part of a hand-in's text, link or names of files in an act, in characters, so that its row fits on a page. */
const workTextLength = 300

function shortened(text: string): string {
  const characters = [...text]
  return characters.length > workTextLength ? `${characters.slice(0, workTextLength).join('')}…` : text
}

function workOf(deal: PaperDeal): string {
  const { handed_in } = deal
  return [
    deal.title,
    handed_in && `Сдано ${day(handed_in.at)}`,
    handed_in?.text && shortened(handed_in.text),
    handed_in?.link && `Ссылка: ${shortened(handed_in.link)}`,
    handed_in?.file_names && `Файлы: ${shortened(handed_in.file_names)}`,
    rateOf(deal),
  ]
    .filter(Boolean)
    .join('\n')
}

/** Composes the act by which both sides say that the work was done and accepted. */
export function composeAct(deal: PaperDeal): PaperContent {
  const total = totalOf(deal)
  return {
    title: `АКТ № ${deal.id}`,
    subtitle: 'сдачи-приёмки выполненных работ',
    date: day(deal.accepted_at),
    intro: `${bothSides(deal)} составили этот акт о том, что работы по договору № ${deal.id} от ${longDay(deal.chosen_at)} выполнены:`,
    ...heads,
    rows: [{ work: workOf(deal), sum: total?.figures ?? null }],
    clauses: [
      total ? `${total.words}.` : `Сумма прописью: ${blank}${blank}.`,
      `Заказчик принял работу ${longDay(deal.accepted_at)}. Стороны претензий не имеют.`,
      ...(deal.receipt_url ? [`Исполнитель — самозанятый. Чек:\n${deal.receipt_url}`] : []),
    ],
    sides: sidesOf(deal),
    law,
  }
}

/** Composes the short contract about the work of a deal. */
export function composeContract(deal: PaperDeal): PaperContent {
  const total = totalOf(deal)
  const cost = total
    ? `Цена работы: ${total.figures} (${total.words}).`
    : `Цена работы: ${blank}. ${rateOf(deal) ?? ''}`.trim()
  return {
    title: `ДОГОВОР № ${deal.id}`,
    subtitle: 'на выполнение работ',
    date: day(deal.chosen_at),
    intro: `${bothSides(deal)} договорились о следующем.`,
    ...heads,
    rows: [],
    clauses: [
      `1. Исполнитель выполняет работу «${deal.title}», а Заказчик принимает её и оплачивает. Задание описано в заказе № ${deal.id} в сервисе «Отклик».`,
      deal.due_at ? `2. Срок работы: до ${longDay(deal.due_at)}.` : `2. Срок работы: до ${blank}.`,
      `3. ${cost}`,
      '4. Исполнитель сдаёт работу через сервис «Отклик». Заказчик принимает её или возвращает с замечаниями. Приёмку стороны подтверждают актом.',
      '5. Стороны платят налоги сами, каждая за себя. В остальном действует закон.',
    ],
    sides: sidesOf(deal),
    law,
  }
}
