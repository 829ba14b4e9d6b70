/** Signs of a name or password that an address would take for its own, and how they are written in it. */
export const addressAdvice =
  'an address such as postgres://name:password@host:5432/database; signs of the password that an address gives a ' +
  'meaning to are written as codes: / as %2F, @ as %40, : as %3A, # as %23, ? as %3F, % as %25'

/** @throws naming the variable, and never its content, when it is no address of Postgres */
export function checkAddress(name: string, text: string | undefined): string {
  if (!text) throw new Error(`${name} is not set: ${addressAdvice}.`)
  if (!URL.canParse(text) || !/^postgres(ql)?:$/.test(new URL(text).protocol))
    throw new Error(`${name} is no address of Postgres: it must be ${addressAdvice}.`)
  return text
}

/** The address with a password that stands beside it, where its signs need no codes; one of its own is kept. */
export function withPassword(address: string, password: string | undefined): string {
  const url = new URL(address)
  if (password && !url.password) url.password = encodeURIComponent(password)
  return url.href
}
