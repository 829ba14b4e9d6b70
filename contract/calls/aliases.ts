/**
 * Misspelled field names that existing clients send, each with the correct name. If a client sends both, the value
 * under the correct name counts.
 */
export const aliases: Record<string, string> = {
  is_notify_hot_oders: 'is_notify_hot_orders',
}
