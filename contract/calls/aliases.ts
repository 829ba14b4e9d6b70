/** Misspelled fields of existing clients; the correct name takes precedence. */
export const aliases: Record<string, string> = {
  is_notify_hot_oders: 'is_notify_hot_orders',
}
