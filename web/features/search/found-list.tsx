import { SearchX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ListingCard } from '#web/features/listings/listing-card.tsx'
import { type Found, PagedList } from '#web/features/listings/paged-list.tsx'
import type { Listing } from '#web/features/listings/types.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

/** A searched list. */
export function FoundList({ found, onReset }: { found: Found<Listing>; onReset?: () => void }) {
  const { t } = useTranslation()
  return (
    <PagedList
      found={found}
      card={(listing) => <ListingCard listing={listing} plain />}
      nothing={
        <EmptyState
          icon={SearchX}
          title={t('search.empty.title')}
          text={t('search.empty.text')}
          action={
            onReset && (
              <Button variant="card" onClick={onReset}>
                {t('search.empty.reset')}
              </Button>
            )
          }
        />
      }
    />
  )
}
