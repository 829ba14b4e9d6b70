import { Heart as HeartIcon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Listing } from '#web/features/listings/types.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import styles from './heart.module.css'
import { useFavourite } from './use-favourite.ts'

/** The heart of a card (`plain`) or of the action bar (`fill`). */
export function Heart({ listing, look }: { listing: Listing; look?: 'plain' | 'fill' }) {
  const { t } = useTranslation()
  const favourite = useFavourite()
  const on = listing.is_favorite
  return (
    <IconButton
      icon={HeartIcon}
      look={look}
      label={t(on ? 'card.removeFavourite' : 'card.addFavourite')}
      aria-pressed={on}
      tone={on ? 'bad' : undefined}
      filled={on}
      className={on ? styles.on : undefined}
      onClick={() => favourite.mutate({ listing, on: !on })}
    />
  )
}
