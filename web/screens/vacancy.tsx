import { useQuery } from '@tanstack/react-query'
import { Heart } from 'lucide-react'
import { useNavigate, useParams } from 'react-router-dom'
import { useFavourite } from '#web/features/favorites/use-favourite.ts'
import { ListingHero, ListingPanel } from '#web/features/listings/listing-head.tsx'
import { LoadFailure } from '#web/features/listings/load-failure.tsx'
import { OrderFiles } from '#web/features/listings/order-sections.tsx'
import { OrderSkeleton } from '#web/features/listings/order-skeleton.tsx'
import { PersonCard } from '#web/features/listings/person-card.tsx'
import { vacancy as vacancyQuery } from '#web/features/listings/queries.ts'
import type { Vacancy } from '#web/features/listings/types.ts'
import { useFormats } from '#web/features/listings/use-formats.ts'
import { useView } from '#web/features/listings/use-view.ts'
import { VacancyFacts, VacancyTexts } from '#web/features/listings/vacancy-sections.tsx'
import { MoreButton } from '#web/features/relations/more-button.tsx'
import { ShareButton } from '#web/features/share/share-button.tsx'
import { Button } from '#web/ui/button.tsx'
import { BottomBar, Page } from '#web/ui/page.tsx'

export default function VacancyScreen() {
  const found = useQuery(vacancyQuery(Number(useParams().id)))
  if (found.data) return <VacancyView vacancy={found.data} />
  return found.isError ? (
    <LoadFailure error={found.error} onRetry={() => void found.refetch()} />
  ) : (
    <OrderSkeleton />
  )
}

function VacancyView({ vacancy }: { vacancy: Vacancy }) {
  const { t } = useFormats()
  const favourite = useFavourite()
  const navigate = useNavigate()
  const { id, is_owner: isOwn, is_favorite: isFavourite } = vacancy

  useView(vacancy)
  return (
    <>
      <Page bar>
        <ListingHero
          listing={vacancy}
          action={
            !isOwn && (
              <MoreButton
                subject={{ type: 'listing', id }}
                person={vacancy.author}
                onBlocked={() => void navigate('/search/personal', { replace: true })}
              />
            )
          }
        />
        <ListingPanel listing={vacancy} />
        {!isOwn && <PersonCard person={vacancy.author} />}
        <VacancyFacts vacancy={vacancy} />
        <VacancyTexts vacancy={vacancy} />
        <OrderFiles files={vacancy.files} />
      </Page>
      <BottomBar>
        <ShareButton item={vacancy} />
        <Button
          className="grow"
          variant="fill"
          icon={Heart}
          aria-pressed={isFavourite}
          onClick={() => favourite.mutate({ item: vacancy, on: !isFavourite })}
        >
          {t(isFavourite ? 'card.removeFavourite' : 'card.addFavourite')}
        </Button>
      </BottomBar>
    </>
  )
}
