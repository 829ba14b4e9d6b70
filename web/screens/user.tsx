import { useQuery } from '@tanstack/react-query'
import { UserX } from 'lucide-react'
import { useNavigate, useParams } from 'react-router-dom'
import { useTranslation } from '#web/client/use-translation.ts'
import { LoadFailure } from '#web/features/listings/list/load-failure.tsx'
import { PersonBar } from '#web/features/people/page/person-bar.tsx'
import { PersonFigures, PersonHead } from '#web/features/people/page/person-head.tsx'
import {
  AboutSection,
  LanguagesAndLinksSection,
  PortfolioSection,
  ServicesSection,
} from '#web/features/people/page/person-sections.tsx'
import { RecordSection } from '#web/features/people/page/record-section.tsx'
import { PersonSkeleton } from '#web/features/people/person-skeleton.tsx'
import { type PersonPage, type PersonRecord, person as personQuery } from '#web/features/people/queries.ts'
import { ReviewsSection } from '#web/features/people/reviews/reviews-section.tsx'
import { MoreButton } from '#web/features/relations/more-button.tsx'
import { type Me, useMe } from '#web/features/session/use-me.ts'
import { Notice } from '#web/ui/notice.tsx'
import { Page } from '#web/ui/page.tsx'

export default function UserScreen() {
  const id = Number(useParams().id)
  const me = useMe()
  const pageQuery = useQuery(personQuery(id))
  if (pageQuery.data && me)
    return <UserView key={id} person={pageQuery.data.user} record={pageQuery.data.record} me={me} />
  if (pageQuery.isError)
    return (
      <LoadFailure missingThing="person" error={pageQuery.error} onRetry={() => void pageQuery.refetch()} />
    )
  return <PersonSkeleton />
}

type UserViewProps = { person: PersonPage; record: PersonRecord; me: Me }

function UserView({ person, record, me }: UserViewProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const moreButton = (
    <MoreButton
      subject={{ type: 'user', id: person.id }}
      person={person}
      isFreelancer={!person.is_client && person.posted_count === 0}
      onBlocked={() => void navigate('/search/freelancer', { replace: true })}
    />
  )
  return (
    <>
      <Page bar>
        <PersonHead person={person} action={person.id === me.id ? undefined : moreButton} />
        {person.is_blocked && (
          <Notice icon={UserX} tone="warn" title={t('user.blockedByYou.title')}>
            {t('user.blockedByYou.text')}
          </Notice>
        )}
        <PersonFigures person={person} record={record} />
        <RecordSection record={record} />
        <AboutSection person={person} />
        <PortfolioSection person={person} />
        {!person.is_blocked && <ServicesSection person={person} />}
        <LanguagesAndLinksSection person={person} />
        <ReviewsSection person={person} isOwn={person.id === me.id} />
      </Page>
      <PersonBar person={person} me={me} />
    </>
  )
}
