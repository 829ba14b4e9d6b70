/** Characters of a name or password that have a meaning of their own in a URL, with their codes. */
export const addressAdvice =
  'an address such as postgres://name:password@host:5432/database; signs of the password that an address gives a ' +
  'meaning to are written as codes: / as %2F, @ as %40, : as %3A, # as %23, ? as %3F, % as %25'

/**
 * @throws an error that names the environment variable; the error quotes the variable's value only if the value is a
 * Postgres URL
 */
export function checkAddress(name: string, text: string | undefined): string {
  if (!text) throw new Error(`${name} is not set: ${addressAdvice}.`)
  if (!URL.canParse(text) || !/^postgres(ql)?:$/.test(new URL(text).protocol))
    throw new Error(`${name} is no address of Postgres: it must be ${addressAdvice}.`)
  return text
}

/**
 * Adds a separately given password to a URL, so that nobody has to encode the password. If the URL has a password, that
 * one stays.
 */
export function withPassword(address: string, password: string | undefined): string {
  const url = new URL(address)
  if (password && !url.password) url.password = encodeURIComponent(password)
  return url.href
}
