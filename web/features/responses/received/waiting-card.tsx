import { Clock, TriangleAlert } from 'lucide-react'
import { useTranslation } from '#web/client/use-translation.ts'
import { clock } from '#web/features/listings/formats/moments.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { bindWords } from '#web/ui/glue.ts'
import styles from './waiting-card.module.css'
import { dropWaiting, isClosed, useWaitingResponse } from './waiting-responses.ts'

/** Card of a response that is not sent yet or that the server refused. It is shown on the listing's page. */
export function WaitingCard({ listing_id, onEdit }: { listing_id: number; onEdit: () => void }) {
  const { t, language } = useTranslation()
  const response = useWaitingResponse(listing_id)
  if (!response) return null
  const isRefused = response.refusal !== null
  const refusalText = isClosed(response) ? t(`waiting.closed.${response.kind}`) : t('waiting.refused')
  return (
    <Card className={styles.waiting}>
      <div className="row row-between">
        <Badge tone={isRefused ? 'bad' : 'warn'} icon={isRefused ? TriangleAlert : Clock}>
          {t(isRefused ? 'waiting.notSent' : 'waiting.title')}
        </Badge>
        <span className="cap muted num">{clock(language, response.written_at)}</span>
      </div>
      <div className={`row row-between ${styles.said}`}>
        <p className="sub clamp-2 grow">{bindWords(response.text)}</p>
        {response.price && <b className="num">{response.price}</b>}
      </div>
      <p className="cap muted">{isRefused ? refusalText : t('waiting.text')}</p>
      <div className={styles.acts}>
        {!isClosed(response) && (
          <Button
            small
            wide
            variant="fill"
            onClick={() => {
              dropWaiting(listing_id)
              onEdit()
            }}
          >
            {t('waiting.edit')}
          </Button>
        )}
        <Button small wide variant="fill" onClick={() => dropWaiting(listing_id)}>
          {t(isRefused ? 'waiting.drop' : 'waiting.cancel')}
        </Button>
      </div>
    </Card>
  )
}
