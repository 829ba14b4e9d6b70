import { formatSum } from './money.ts'
import type { Operation } from './operations.ts'
import { style } from './page-style.ts'
import { type Culture, texts } from './texts.ts'

const lockIcon =
  '<svg viewBox="0 0 24 24" aria-hidden="true"><rect x="5" y="11" width="14" height="9" rx="2"/><path d="M8 11V8a4 4 0 0 1 8 0v3"/></svg>'
const coin =
  '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M9 20V5h5a4.5 4.5 0 0 1 0 9H6M6 17.5h8"/></svg>'

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

/** HTML frame of all the provider's pages: head, brand and body. */
export function page(culture: Culture, title: string, body: string, badge = ''): string {
  return `<!doctype html>
<html lang="${culture}"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<link rel="icon" href="data:,"><style>${style}</style></head>
<body><main><header><span class="brand"><i>${coin}</i>Robokassa</span>${badge}</header>
${body}</main></body></html>`
}

/** Formats an amount as "2 500 ₽". Kopecks are shown only if there are any. */
export function readableSum(kopecks: number, culture: Culture): string {
  const options = {
    style: 'currency',
    currency: 'RUB',
    minimumFractionDigits: kopecks % 100 ? 2 : 0,
  } as const
  return new Intl.NumberFormat(culture, { ...options, currencyDisplay: 'narrowSymbol' }).format(kopecks / 100)
}

export function readableTime(time: number, culture: Culture): string {
  const options = {
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: 'Europe/Moscow',
  } as const
  return new Intl.DateTimeFormat(culture, options).format(time)
}

/** Part of the payment page with the amount, the description and the shop. */
export function summary(operation: Operation, merchant: string): string {
  const text = texts[operation.culture]
  const expiryLine = operation.expires_at
    ? `<p class="meta">${text.pays_until} ${readableTime(operation.expires_at, operation.culture)}</p>`
    : ''
  return `<section><p class="sum">${readableSum(operation.amount_kopecks, operation.culture)}</p>
<p class="about">${escapeHtml(operation.description)}</p>
<p class="meta">${text.shop} ${escapeHtml(merchant)} · ${text.invoice}${operation.inv_id}</p>${expiryLine}</section>`
}

/** Payment page: prefilled card fields, the main button, and buttons for other outcomes below. */
export function paymentPage(operation: Operation, merchant: string): string {
  const text = texts[operation.culture]
  const field = (label: string, value: string, attributes = '') =>
    `<label${attributes}>${label}<input value="${value}" inputmode="numeric" autocomplete="off"></label>`
  const outcome = (name: 'decline' | 'close' | 'late') =>
    `<button name="action" value="${name}">${text[name]}</button>`
  const badge = operation.is_test ? `<span class="badge">${text.test}</span>` : ''
  const sum = readableSum(operation.amount_kopecks, operation.culture)
  return page(
    operation.culture,
    `${text.title} · ${formatSum(operation.amount_kopecks, 2)}`,
    `<form method="post" action="/Merchant/Payment/${operation.op_key}">
<div class="sheet">${summary(operation, merchant)}
<div class="bank">${field(text.card, '2200 0000 0000 0004', ' class="wide"')}
${field(text.until, '12 / 30')}${field(text.secret, '123')}</div>
<button class="main" name="action" value="pay">${text.pay} ${sum}</button>
<p class="lock">${lockIcon}${text.notice}</p></div>
<div class="other"><p>${text.otherwise}</p>
<div role="group" aria-label="${text.otherwise}">${outcome('decline')}${outcome('close')}${outcome('late')}</div>
<p>${text.late_hint}</p></div></form>`,
    badge,
  )
}
