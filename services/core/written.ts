import { Written } from '#contract/calls/call.ts'

/** Fields of which some are written already. */
type Fields<T> = { [K in keyof T]: T[K] | Written<T[K]> }

/**
 * Puts a reply together from parts of which some are written already. What is not goes out as it stands, with no
 * schema between: it is made here and now, of fields that the compiler knows.
 */
export function writeObject<T extends object>(fields: Fields<T>): Written<T> {
  const entries = Object.entries(fields)
  const plain = JSON.stringify(Object.fromEntries(entries.filter(([, value]) => !(value instanceof Written))))
  const pieces: Uint8Array[] = [Buffer.from(plain.slice(0, -1))]
  let comma = plain === '{}' ? '' : ','
  for (const [name, value] of entries)
    if (value instanceof Written) {
      pieces.push(Buffer.from(`${comma}${JSON.stringify(name)}:`), value.json)
      comma = ','
    }
  return new Written(Buffer.concat([...pieces, closing]))
}

const closing = Buffer.from('}')

/** @param items each in its pieces */
export function writeList<T>(items: Uint8Array[][]): Written<T[]> {
  const pieces = items.flatMap((item, place) => [place === 0 ? list.opening : list.comma, ...item])
  return new Written(pieces.length === 0 ? list.empty : Buffer.concat([...pieces, list.closing]))
}

const list = {
  empty: Buffer.from('[]'),
  opening: Buffer.from('['),
  comma: Buffer.from(','),
  closing: Buffer.from(']'),
}
