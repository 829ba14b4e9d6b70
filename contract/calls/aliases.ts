/** Other spellings of fields that existing clients send; the right name wins when both come. */
export const aliases: Record<string, string> = {
  is_notify_hot_oders: 'is_notify_hot_orders',
}
