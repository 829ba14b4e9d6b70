import type { PageError } from './invoice-check.ts'
import { holdsMoney, type Operation } from './operations.ts'
import { escaped, page, readableTime, summary } from './page.ts'
import { type Culture, errorTexts, texts } from './texts.ts'

const tick = '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="m5 13 5 5 9-11"/></svg>'
const cross = '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M7 7l10 10M17 7 7 17"/></svg>'
const hands = '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M12 6v6l4 3"/></svg>'

function sheet(mark: string, tone: string, title: string, text: string, rest: string): string {
  return `<div class="sheet"><span class="mark ${tone}">${mark}</span>
<div><h1>${title}</h1><p class="about">${text}</p></div>${rest}</div>`
}

function backTo(address: string, culture: Culture): string {
  return `<a class="button main" href="${escaped(address)}">${texts[culture].back}</a>`
}

/** Page of an operation that is no longer pending. */
export function finishedPage(operation: Operation, merchant: string, address: string): string {
  const text = texts[operation.culture]
  const paid = holdsMoney(operation)
  const rest = `${summary(operation, merchant)}<div class="actions">${backTo(address, operation.culture)}</div>`
  const body = paid
    ? sheet(tick, 'good', text.paid, text.paid_text, rest)
    : sheet(cross, 'bad', text.declined, text.declined_text, rest)
  return page(operation.culture, paid ? text.paid : text.declined, body)
}

/** Page after "Close": nothing has happened, the buyer may return or retry. */
export function closedPage(operation: Operation, merchant: string, address: string): string {
  const text = texts[operation.culture]
  const again = `<a class="button second" href="/Merchant/Index/${operation.op_key}">${text.again}</a>`
  const actions = `<div class="actions">${backTo(address, operation.culture)}${again}</div>`
  const body = sheet(cross, '', text.closed, text.closed_text, summary(operation, merchant) + actions)
  return page(operation.culture, text.closed, body)
}

/** Page after "Pay later", with the time of the payment. */
export function waitingPage(operation: Operation, merchant: string, address: string, at: number): string {
  const text = texts[operation.culture]
  const when = `${text.waiting_text} ${readableTime(at, operation.culture)}.`
  const actions = `<div class="actions">${backTo(address, operation.culture)}</div>`
  const body = sheet(hands, '', text.waiting, when, summary(operation, merchant) + actions)
  return page(operation.culture, text.waiting, body)
}

export function errorPage(code: PageError, culture: Culture): string {
  const text = texts[culture]
  const meta = `<p class="meta">${text.code}: ${code}</p>`
  return page(culture, text.error, sheet(cross, 'bad', text.error, errorTexts[code][culture], meta))
}
