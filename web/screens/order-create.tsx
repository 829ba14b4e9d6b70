import { orderKind } from '#web/features/listing-form/order/order-kind.ts'
import { WriteListing } from '#web/features/listing-form/page/write-listing.tsx'

export default function OrderCreateScreen() {
  return <WriteListing kind={orderKind} />
}
