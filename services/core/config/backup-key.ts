import { bech32 } from '@scure/base'

/**
 * True for a public key of age (`age1…`, X25519): 32 bytes in Bech32, in small letters, whose checksum holds. A mistyped
 * key would make every backup unreadable, so it is refused with the other settings.
 */
export function isPublicKey(text: string): boolean {
  if (!text.startsWith('age1')) return false
  const decoded = bech32.decodeUnsafe(text)
  return decoded?.prefix === 'age' && bech32.fromWordsUnsafe(decoded.words)?.length === 32
}
