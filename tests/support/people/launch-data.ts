import { signData } from '@tma.js/init-data-node'

/** A Telegram account in the form in which the Telegram client passes it to the mini-app. */
export type Account = {
  id: number
  first_name: string
  last_name?: string
  username?: string
  language_code?: string
  photo_url?: string
  allows_write_to_pm?: boolean
}

/** Returns launch data with a signature like Telegram's. The SDK's own `sign` fails for dates after 2038. */
export function launchData(account: Account, bot_token: string, at: Date, start_param?: string): string {
  const auth_date = String(Math.floor(at.getTime() / 1000))
  const user = JSON.stringify(account)
  const fields = { user, query_id: 'AAH', auth_date, ...(start_param && { start_param }) }
  return signPairs(Object.entries(fields), bot_token)
}

/** Signs any pairs with the bot's token, even pairs that Telegram would never send. */
export function signPairs(pairs: [string, string][], bot_token: string): string {
  const lines = pairs
    .map(([key, value]) => `${key}=${value}`)
    .sort()
    .join('\n')
  return new URLSearchParams([...pairs, ['hash', signData(lines, bot_token)]]).toString()
}

/**
 * Returns the contact data that the Telegram client passes to the mini-app when a person shares their own phone number.
 */
export function contactData(
  { id, first_name }: Account,
  phone_number: string,
  bot_token: string,
  at: Date,
): string {
  const contact = JSON.stringify({ user_id: id, phone_number, first_name })
  return signPairs(
    [
      ['contact', contact],
      ['auth_date', String(Math.floor(at.getTime() / 1000))],
    ],
    bot_token,
  )
}
