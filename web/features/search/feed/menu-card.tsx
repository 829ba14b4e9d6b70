import { Ellipsis } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from '#web/client/use-translation.ts'
import { ListingCard } from '#web/features/listings/card/listing-card.tsx'
import type { Listing } from '#web/features/listings/types.ts'
import type { HiddenListing } from '#web/features/search/hide/hidden-listings.ts'
import { lazyCard, lazySheet } from '#web/parts/part.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { useSheet } from '#web/ui/use-sheet.ts'
import styles from './menu-card.module.css'

// The menu's texts are loaded together with it, because the list uses them too after a listing is hidden.
const FeedMenu = lazySheet(() => import('./feed-menu.tsx'), 'rest', 'info', 'deals', 'errors')
const HiddenListingCard = lazyCard(() => import('#web/features/search/hide/hidden-card.tsx'))

type CardMenu = {
  /** Listings hidden since the list was loaded, by listing id. */
  hiddenById: Record<number, HiddenListing | undefined>
  /** Remembers that a listing was hidden, or shows it again. */
  setHidden: (id: number, hiddenListing?: HiddenListing) => void
  open: (listing: Listing) => void
}

/** The menu that the cards of one list share. The list renders its `sheet`. */
export function useCardMenu(): { menu: CardMenu; sheet: ReactNode } {
  const [hiddenById, setHiddenById] = useState<CardMenu['hiddenById']>({})
  /** Listing whose menu is open. */
  const [subject, setSubject] = useState<Listing>()
  const sheet = useSheet()
  const setHidden: CardMenu['setHidden'] = (id, hiddenListing) =>
    setHiddenById((others) => ({ ...others, [id]: hiddenListing }))
  return {
    menu: {
      hiddenById,
      setHidden,
      open: (listing) => {
        setSubject(listing)
        sheet.open()
      },
    },
    sheet: sheet.isMounted && subject && (
      <FeedMenu {...sheet.props} listing={subject} setHidden={setHidden} />
    ),
  }
}

type MenuCardProps = { listing: Listing; menu: CardMenu; plain?: boolean; children?: ReactNode }

/** Another person's listing in a list, with a menu. A notice takes the place of a hidden listing. */
export function MenuCard({ listing, menu, plain, children }: MenuCardProps) {
  const { t } = useTranslation()
  const hiddenListing = menu.hiddenById[listing.id]
  if (hiddenListing)
    return (
      <Suspense>
        <HiddenListingCard hidden={hiddenListing} onReturned={menu.setHidden} />
      </Suspense>
    )
  return (
    <ListingCard
      listing={listing}
      plain={plain}
      menu={
        <IconButton
          className={styles.menu}
          icon={Ellipsis}
          label={t('common.more')}
          onClick={() => menu.open(listing)}
        />
      }
    >
      {children}
    </ListingCard>
  )
}
