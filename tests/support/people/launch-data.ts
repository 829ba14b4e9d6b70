import { signData } from '@tma.js/init-data-node'

/** A Telegram account as the client hands it to the mini-app. */
export type Account = {
  id: number
  first_name: string
  last_name?: string
  username?: string
  language_code?: string
  photo_url?: string
  allows_write_to_pm?: boolean
}

/** Launch data as Telegram signs it, also after 2038, where the library's own `sign` runs out of bits. */
export function launchData(account: Account, bot_token: string, at: Date): string {
  const auth_date = String(Math.floor(at.getTime() / 1000))
  const user = JSON.stringify(account)
  return signPairs(Object.entries({ user, query_id: 'AAH', auth_date }), bot_token)
}

/** Any pairs under a genuine signature, also those that Telegram would never make. */
export function signPairs(pairs: [string, string][], bot_token: string): string {
  const lines = pairs
    .map(([key, value]) => `${key}=${value}`)
    .sort()
    .join('\n')
  return new URLSearchParams([...pairs, ['hash', signData(lines, bot_token)]]).toString()
}

/** What the client answers when the person shares the own phone. */
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
