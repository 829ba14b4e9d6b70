import { useParams } from 'react-router-dom'
import { ListingResponses } from '#web/features/responses/received/listing-responses.tsx'

export default function OrderResponsesScreen() {
  return <ListingResponses kind="order" id={Number(useParams().id)} />
}
