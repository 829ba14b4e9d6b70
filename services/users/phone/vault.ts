import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/**
 * How phone numbers are stored. A keyed hash finds a second account of the same phone, and nothing else of the
 * product asks for the number: `phone_enc` is kept for the rotation of the key alone, when every hash has to be made
 * anew from the number itself.
 */

const derived = (key: string, purpose: string) =>
  Buffer.from(hkdfSync('sha256', Buffer.from(key, 'hex'), '', purpose, 32))

/** Digits alone: Telegram sends the same number with and without the plus. */
export function phoneDigits(phone_number: string): string {
  return phone_number.replace(/\D/g, '')
}

/** @returns nonce (12 bytes), tag (16 bytes) and text; the owner's id is sealed in, so rows cannot be swapped */
export function sealPhone(key: string, user_id: number, digits: string): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', derived(key, 'phone'), nonce)
  cipher.setAAD(Buffer.from(String(user_id)))
  const text = Buffer.concat([cipher.update(digits, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), text])
}

/** The digits of a sealed number. @throws when the key is another one, or the row belongs to another person */
export function openPhone(key: string, user_id: number, sealed: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', derived(key, 'phone'), sealed.subarray(0, 12))
  decipher.setAAD(Buffer.from(String(user_id)))
  decipher.setAuthTag(sealed.subarray(12, 28))
  return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8')
}

/** The keys of the configuration: the first seals, all open. */
export function phoneKeys(PHONE_KEY: string): [string, ...string[]] {
  return PHONE_KEY.split(',') as [string, ...string[]]
}

/** The same for the same number, and says nothing about it without the key. */
export function phoneMark(key: string, digits: string): string {
  return createHmac('sha256', derived(key, 'phone mark')).update(digits).digest('hex')
}

/** Names a key without telling it. */
export function keyName(key: string): string {
  return createHash('sha256').update(Buffer.from(key, 'hex')).digest('hex').slice(0, 8)
}
