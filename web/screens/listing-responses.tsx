import { useLocation, useParams } from 'react-router-dom'
import { ListingResponses } from '#web/features/responses/received/listing-responses.tsx'

/** Screen of the responses to an own order or vacancy. */
export default function ListingResponsesScreen() {
  const kind = useLocation().pathname.startsWith('/order/') ? 'order' : 'vacancy'
  return <ListingResponses kind={kind} id={Number(useParams().id)} />
}
