import { FreelancerCard } from './freelancer-card.tsx'
import type { ListedPerson } from './queries.ts'

/** People of a collection, which has no further pages. */
export default function FreelancerCards({ people }: { people: ListedPerson[] }) {
  return people.map((person) => <FreelancerCard key={person.id} person={person} />)
}
