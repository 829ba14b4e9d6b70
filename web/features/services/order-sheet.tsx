import type { Service } from './queries.ts'

/** Sheet that asks for what the freelancer wants to know, and sends the request. */
export function OrderSheet(_props: { service: Service }) {
  return null
}
