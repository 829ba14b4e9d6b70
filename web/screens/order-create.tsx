import { api } from '#web/client/http/api.ts'
import type { ListingFormKind } from '#web/features/listing-form/draft/form-kind.ts'
import {
  changesOf,
  draftOf,
  emptyOrder,
  type OrderDraft,
  readMessageLink,
  toApiFields,
} from '#web/features/listing-form/order/order-draft.ts'
import { OrderFields } from '#web/features/listing-form/order/order-fields.tsx'
import { WriteListing } from '#web/features/listing-form/page/write-listing.tsx'
import { order } from '#web/features/listings/queries.ts'
import type { Order } from '#web/features/listings/types.ts'

const orderKind: ListingFormKind<OrderDraft, Order> = {
  kind: 'order',
  empty: emptyOrder,
  Fields: OrderFields,
  page: (id) => order(id),
  draftOf,
  readMessageLink,
  create: (draft, file_ids) => {
    const { deadline, ...project_add } = toApiFields(draft)
    return api('POST /api/projects/create', { body: { project_add, deadline, file_ids } })
  },
  edit: (id, before, after) => {
    const body = changesOf(before, after)
    return Object.keys(body).length > 0 ? api('PATCH /api/projects/:id', { params: { id }, body }) : null
  },
  assign: (id, project_id) => api('PUT /api/files/assign-project', { body: { id, project_id } }),
  words: {
    create: 'create.order',
    edit: 'create.editOrder',
    saved: 'create.savedOrder',
    resubmitted: 'create.resubmittedOrder',
    next: 'create.nextOrder',
    failed: 'create.failedOrder',
    note: 'create.payNote',
  },
}

export default function OrderCreateScreen() {
  return <WriteListing kind={orderKind} />
}
