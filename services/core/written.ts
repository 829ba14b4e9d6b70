import { Written } from '#contract/calls/call.ts'

/**
 * Puts a reply together from parts of which some are written already. What is not goes out as it stands, with no
 * schema between: it is made here and now, of fields that the compiler knows.
 */
export function writeObject<T extends object>(fields: { [K in keyof T]: T[K] | Written<T[K]> }): Written<T> {
  const pieces: Uint8Array[] = []
  for (const [name, value] of Object.entries(fields)) {
    const opening = `${pieces.length === 0 ? '{' : ','}${JSON.stringify(name)}:`
    if (value instanceof Written) pieces.push(Buffer.from(opening), value.json)
    else pieces.push(Buffer.from(opening + JSON.stringify(value)))
  }
  return new Written(Buffer.concat([...pieces, closing]))
}

const closing = Buffer.from('}')
