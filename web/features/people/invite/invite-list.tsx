import { useQuery } from '@tanstack/react-query'
import { UserSearch } from 'lucide-react'
import { Suspense, useState } from 'react'
import { ListingSkeletons } from '#web/features/listings/card/listing-skeleton.tsx'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import { LoadFailure } from '#web/features/listings/list/load-failure.tsx'
import { listingPage } from '#web/features/listings/queries.ts'
import type { Listing } from '#web/features/listings/types.ts'
import { type InvitedPerson, invitationsOf } from '#web/features/responses/invitations/queries.ts'
import { lazySheet } from '#web/parts/part.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page, PageLead, PageTitle } from '#web/ui/page.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { SheetLoading } from '#web/ui/sheet-loading.tsx'
import { useSheet } from '#web/ui/use-sheet.ts'
import { InviteCard } from './invite-card.tsx'

const InviteSheet = lazySheet(() => import('./invite-sheet.tsx'))

/** Recommended people for an own listing; its author can invite a limited number. */
export function InviteList({ id, kind }: Pick<Listing, 'id' | 'kind'>) {
  const { t } = useFormats()
  const listing = useQuery(listingPage(kind, id))
  const list = useQuery(invitationsOf(id))
  const sheet = useSheet()
  const [invitee, setInvitee] = useState<InvitedPerson['user'] | null>(null)
  const failed = listing.error ?? list.error
  if (failed && !list.data)
    return (
      <LoadFailure
        what={kind}
        error={failed}
        onRetry={() => void Promise.all([listing.refetch(), list.refetch()])}
      />
    )
  if (!listing.data || !list.data)
    return (
      <Page busy={t('common.loading')}>
        <ListingSkeletons />
      </Page>
    )
  const { invited, limit, responded, people } = list.data
  const count = t('invite.count', { count: invited, limit })
  const isOpen = listing.data.status === 'published'
  return (
    <Page>
      <PageTitle>{t('invite.title')}</PageTitle>
      <PageLead>{listing.data.title}</PageLead>
      <Card>
        <div className="row row-between">
          <b>{count}</b>
          {responded > 0 && <span className="cap muted">{t('invite.responded', { count: responded })}</span>}
        </div>
        <ProgressBar share={invited / limit} label={count} />
        <p className="cap muted">{t(isOpen ? 'invite.how' : 'invite.closed')}</p>
      </Card>
      {people.map((person) => (
        <InviteCard
          key={person.user.id}
          person={person}
          canInvite={isOpen && invited < limit}
          onInvite={() => {
            setInvitee(person.user)
            sheet.open()
          }}
        />
      ))}
      {people.length === 0 && (
        <EmptyState icon={UserSearch} title={t('invite.none.title')} text={t('invite.none.text')} />
      )}
      {invitee && sheet.isMounted && (
        <Suspense fallback={<SheetLoading />}>
          <InviteSheet key={invitee.id} listing_id={id} user={invitee} {...sheet.props} />
        </Suspense>
      )}
    </Page>
  )
}
