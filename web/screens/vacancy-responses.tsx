import { useParams } from 'react-router-dom'
import { ListingResponses } from '#web/features/responses/received/listing-responses.tsx'

export default function VacancyResponsesScreen() {
  return <ListingResponses kind="vacancy" id={Number(useParams().id)} />
}
