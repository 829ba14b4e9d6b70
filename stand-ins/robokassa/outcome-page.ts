import type { PageError } from './invoice-check.ts'
import { holdsMoney, type Operation } from './operations.ts'
import { escapeHtml, page, readableTime, summary } from './page.ts'
import { type Culture, errorTexts, texts } from './texts.ts'

const tickIcon = '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="m5 13 5 5 9-11"/></svg>'
const crossIcon = '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M7 7l10 10M17 7 7 17"/></svg>'
const clockIcon = '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M12 6v6l4 3"/></svg>'

function sheet(mark: string, tone: string, title: string, text: string, details: string): string {
  return `<div class="sheet"><span class="mark ${tone}">${mark}</span>
<div><h1>${title}</h1><p class="about">${text}</p></div>${details}</div>`
}

function backLink(address: string, culture: Culture): string {
  return `<a class="button main" href="${escapeHtml(address)}">${texts[culture].back}</a>`
}

/** Page that the buyer sees if the operation is no longer pending. */
export function finishedPage(operation: Operation, merchant: string, address: string): string {
  const text = texts[operation.culture]
  const isPaid = holdsMoney(operation)
  const details = `${summary(operation, merchant)}<div class="actions">${backLink(address, operation.culture)}</div>`
  const body = isPaid
    ? sheet(tickIcon, 'good', text.paid, text.paid_text, details)
    : sheet(crossIcon, 'bad', text.declined, text.declined_text, details)
  return page(operation.culture, isPaid ? text.paid : text.declined, body)
}

/** Page that the buyer sees after "Close": nothing was paid, and the buyer may return to the shop or retry. */
export function closedPage(operation: Operation, merchant: string, address: string): string {
  const text = texts[operation.culture]
  const retryLink = `<a class="button second" href="/Merchant/Index/${operation.op_key}">${text.again}</a>`
  const actions = `<div class="actions">${backLink(address, operation.culture)}${retryLink}</div>`
  const body = sheet(crossIcon, '', text.closed, text.closed_text, summary(operation, merchant) + actions)
  return page(operation.culture, text.closed, body)
}

/** Page that the buyer sees after "Pay later". It shows when the payment will be made. */
export function waitingPage(operation: Operation, merchant: string, address: string, at: number): string {
  const text = texts[operation.culture]
  const timeText = `${text.waiting_text} ${readableTime(at, operation.culture)}.`
  const actions = `<div class="actions">${backLink(address, operation.culture)}</div>`
  const body = sheet(clockIcon, '', text.waiting, timeText, summary(operation, merchant) + actions)
  return page(operation.culture, text.waiting, body)
}

export function errorPage(code: PageError, culture: Culture): string {
  const text = texts[culture]
  const meta = `<p class="meta">${text.code}: ${code}</p>`
  return page(culture, text.error, sheet(crossIcon, 'bad', text.error, errorTexts[code][culture], meta))
}
