import { useTranslation } from '#web/client/use-translation.ts'
import { PublicationSteps } from '#web/features/listings/own/publication.tsx'
import { afterRejectionText } from '#web/features/listings/own/rejection-words.ts'
import type { Listing } from '#web/features/listings/types.ts'
import { Card } from '#web/ui/card.tsx'
import { bindWords } from '#web/ui/glue.ts'
import styles from './rejection-card.module.css'

/** Reason of a rejection in the moderator's words, the steps to publication, and what the author can do next. */
export function RejectionCard({ listing }: { listing: Listing }) {
  const { t } = useTranslation()
  return (
    <Card className="stack stack-4">
      <h2 className="head">{t('publish.rejected.title')}</h2>
      {listing.rejection_reason && (
        <blockquote className={styles.reason}>
          <b>{t('publish.rejected.by')}</b>
          <p className="sub">{bindWords(listing.rejection_reason)}</p>
        </blockquote>
      )}
      <PublicationSteps kind={listing.kind} now={2} failed />
      <p className="cap muted">{afterRejectionText(t, listing)}</p>
    </Card>
  )
}
