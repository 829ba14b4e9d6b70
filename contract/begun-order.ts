import type { PaymentFormat } from './options.ts'

/**
 * Fields of an order that a person described in a message to the bot. The link to the mini-app's order form carries
 * them. Nothing is stored before the person sends the form.
 */
export type PrefilledOrder = {
  /** Id of the message to the bot. Each message has its own draft in the form. */
  message_id: number
  title: string
  description: string
  category_id: number
  payment: PaymentFormat
  /** Lowest price, in major units. */
  min: number | null
  max: number | null
  currency_id: number | null
  deadline: string | null
  is_remote: boolean
  is_urgent: boolean
  skills: string[]
}

/** Path of the order form in the mini-app. Its query parameter `said` carries the order's fields. */
export function prefilledOrderPath(order: PrefilledOrder): string {
  const bytes = new TextEncoder().encode(JSON.stringify(order))
  const text = btoa(String.fromCharCode(...bytes))
  const urlSafeText = text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
  return `/order/create?type=message&said=${urlSafeText}`
}

/**
 * Parses the parameter `said` of the order form's path. Returns null if the parameter is invalid, because anybody can
 * write such a link.
 */
export function readPrefilledOrder(encoded: string): PrefilledOrder | null {
  try {
    const text = atob(encoded.replaceAll('-', '+').replaceAll('_', '/'))
    const bytes = Uint8Array.from(text, (char) => char.charCodeAt(0))
    const parsed: unknown = JSON.parse(new TextDecoder().decode(bytes))
    return isPrefilledOrder(parsed) ? parsed : null
  } catch {
    return null
  }
}

function isPrefilledOrder(value: unknown): value is PrefilledOrder {
  if (typeof value !== 'object' || value === null) return false
  const order = value as Record<keyof PrefilledOrder, unknown>
  const haveType = (type: string, ...values: unknown[]) =>
    values.every((value) => (type === 'number' ? Number.isFinite(value) : typeof value === type))
  const presentNumbers = [order.min, order.max, order.currency_id].filter((value) => value !== null)
  return (
    haveType('number', order.message_id, order.category_id, ...presentNumbers) &&
    haveType('string', order.title, order.description) &&
    haveType('boolean', order.is_remote, order.is_urgent) &&
    (order.payment === 'fixed' || order.payment === 'hourly') &&
    (order.deadline === null || /^\d{4}-\d\d-\d\d$/.test(String(order.deadline))) &&
    Array.isArray(order.skills) &&
    haveType('string', ...order.skills)
  )
}
