import { orderKind } from '#web/features/listing-form/order-kind.ts'
import { WriteListing } from '#web/features/listing-form/write-listing.tsx'

export default function OrderCreateScreen() {
  return <WriteListing kind={orderKind} />
}
