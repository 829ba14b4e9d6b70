/** A URL counts as expired this many milliseconds before it expires, because the request takes time as well. */
const marginMs = 10_000

/** True if a signed URL has expired. A permanent URL never expires. */
export function isExpired(address: string, now = Date.now()): boolean {
  const expires = URL.parse(address, 'https://any')?.searchParams.get('expires')
  return expires != null && Number(expires) * 1000 < now + marginMs
}
