import { Heart as HeartIcon } from 'lucide-react'
import { useTranslation } from '#web/client/use-translation.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import styles from './heart.module.css'
import { type Favourite, useFavourite } from './use-favourite.ts'

type HeartLook = { look?: 'plain' | 'fill' }
type FavouriteItem = { id: number; is_favorite: boolean }

/** Favourite button of a listing, either on a card (`plain`) or in an action bar (`fill`). */
export function ListingFavouriteButton({
  listing,
  look,
}: HeartLook & { listing: FavouriteItem & { kind: 'order' | 'vacancy' } }) {
  return (
    <HeartButton
      item={{ kind: listing.kind, id: listing.id }}
      isFavourite={listing.is_favorite}
      look={look}
    />
  )
}

/** Favourite button of a person. */
export function PersonHeart({ person, look }: HeartLook & { person: FavouriteItem }) {
  return <HeartButton item={{ kind: 'user', id: person.id }} isFavourite={person.is_favorite} look={look} />
}

function HeartButton({ item, isFavourite, look }: HeartLook & { item: Favourite; isFavourite: boolean }) {
  const { t } = useTranslation()
  const favouriteMutation = useFavourite()
  return (
    <IconButton
      icon={HeartIcon}
      look={look}
      label={t(isFavourite ? 'card.removeFavourite' : 'card.addFavourite')}
      aria-pressed={isFavourite}
      tone={isFavourite ? 'bad' : undefined}
      filled={isFavourite}
      className={isFavourite ? styles.on : undefined}
      onClick={() => favouriteMutation.mutate({ item, isFavourite: !isFavourite })}
    />
  )
}
