import type { ListingKind } from '#contract/lifecycle.ts'

/** What differs between an order and a vacancy, as data; everything else is the same code. */
export const kinds = {
  order: { payment: 'project', texts: 'orders', page: 'order' },
  vacancy: { payment: 'vacancy', texts: 'vacancies', page: 'vacancy' },
} as const satisfies Record<ListingKind, { payment: string; texts: string; page: string }>
