/** Before its end an address is asked for again: the request takes its time as well. */
const spareMs = 10_000

/** Whether a signed address does not work any more; lasting ones have no end. */
export function isOver(address: string, now = Date.now()): boolean {
  const expires = URL.parse(address, 'https://any')?.searchParams.get('expires')
  return expires != null && Number(expires) * 1000 < now + spareMs
}
