/** Alphabet of Bech32 (BIP 173). The place of a character is its value of five bits. */
const alphabet = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const generators = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3]
/** The prefix `age` as the checksum reads it: the upper bits of its letters, a zero, the lower bits. */
const prefix = [3, 3, 3, 0, 1, 7, 5]

/**
 * True for a public key of age (`age1…`, X25519) whose checksum holds. A mistyped key would make every backup
 * unreadable, so it is refused with the other settings.
 */
export function isPublicKey(text: string): boolean {
  if (!/^age1[qpzry9x8gf2tvdw0s3jn54khce6mua7l]{58}$/.test(text)) return false
  const values = Array.from(text.slice(4), (character) => alphabet.indexOf(character))
  // 52 characters hold 260 bits; the four behind the 256 of the key are zero. Six characters of checksum follow.
  return checksumOf([...prefix, ...values]) === 1 && ((values[51] ?? 0) & 15) === 0
}

function checksumOf(values: number[]): number {
  return values.reduce((sum, value) => {
    const top = sum >>> 25
    const next = ((sum & 0x1ffffff) << 5) ^ value
    return generators.reduce((rest, generator, bit) => ((top >> bit) & 1 ? rest ^ generator : rest), next)
  }, 1)
}
