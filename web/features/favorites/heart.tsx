import { Heart as HeartIcon } from 'lucide-react'
import { useTranslation } from '#web/client/use-translation.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import styles from './heart.module.css'
import { type Favourite, useFavourite } from './use-favourite.ts'

type Look = { look?: 'plain' | 'fill' }
type FavouriteItem = { id: number; is_favorite: boolean }

/** Favourite button of a listing, on a card (`plain`) or in an action bar (`fill`). */
export function Heart({ listing, look }: Look & { listing: FavouriteItem & { kind: 'order' | 'vacancy' } }) {
  return <HeartButton item={{ kind: listing.kind, id: listing.id }} on={listing.is_favorite} look={look} />
}

/** Favourite button of a person. */
export function PersonHeart({ person, look }: Look & { person: FavouriteItem }) {
  return <HeartButton item={{ kind: 'user', id: person.id }} on={person.is_favorite} look={look} />
}

function HeartButton({ item, on, look }: Look & { item: Favourite; on: boolean }) {
  const { t } = useTranslation()
  const favourite = useFavourite()
  return (
    <IconButton
      icon={HeartIcon}
      look={look}
      label={t(on ? 'card.removeFavourite' : 'card.addFavourite')}
      aria-pressed={on}
      tone={on ? 'bad' : undefined}
      filled={on}
      className={on ? styles.on : undefined}
      onClick={() => favourite.mutate({ item, on: !on })}
    />
  )
}
