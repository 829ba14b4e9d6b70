import { Ellipsis, Package, Rocket, Send } from 'lucide-react'
import { responseTypes } from '#contract/lifecycle.ts'
import { DeadlineSignal } from '#web/features/listings/card/listing-card.tsx'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import type { OwnResponse } from '#web/features/responses/queries.ts'
import styles from '#web/features/responses/received/response-card.module.css'
import { lazySheet } from '#web/parts/part.tsx'
import { leaveForTelegram } from '#web/telegram/index.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { CardTitle, LinkCard } from '#web/ui/card.tsx'
import { cx } from '#web/ui/class-names.ts'
import { bindWords } from '#web/ui/glue.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Signal, Signals } from '#web/ui/signals.tsx'
import { Typeset } from '#web/ui/typeset.tsx'
import { useSheet } from '#web/ui/use-sheet.ts'
import { finishedLook, isDealFinished, lookOf, statusKey } from './statuses.ts'

const EditSheet = lazySheet(() => import('#web/features/responses/form/edit-response-sheet.tsx'))
const OwnResponseSheet = lazySheet(() => import('./own-response-sheet.tsx'))

/** An own response in the list: its status, position, price and deal. */
export function OwnResponseCard({ response }: { response: OwnResponse }) {
  const { t, age, money, date } = useFormats()
  const sheet = useSheet()
  const editing = useSheet()
  const listing = response.project ?? response.vacancy
  if (!listing) return null
  const order = response.status === 'chosen' ? response.project : null
  const isFinished = isDealFinished(response)
  const { tone, icon } = isFinished ? finishedLook : lookOf(response)
  const isBoosted = response.response_type === responseTypes.boosted
  const isPending = response.status === 'no_show' || response.status === 'shown'
  const link = response.status === 'chosen' && !isFinished ? listing.author.telegram_link : null
  const { price, currency } = order?.deal ?? response
  /** Stage of a deal that is not over, and the date until which the work is to be handed in. */
  const stage = isFinished ? undefined : order?.deal?.stage
  const dueAt = stage === 'work' ? order?.deal?.due_at : null
  return (
    <LinkCard>
      <div className={cx('row', 'row-between', styles.wraps)}>
        <span className={cx('row', styles.wraps)}>
          {isBoosted && response.place !== null && isPending && (
            <Badge tone="boost" icon={Rocket}>
              {t('myResponses.place', { place: response.place })}
            </Badge>
          )}
          {dueAt ? (
            <Badge tone="accent" icon={Package}>
              {t('myResponses.handIn', { date: date(dueAt) })}
            </Badge>
          ) : (
            <Badge tone={tone} icon={icon}>
              {t(isFinished ? 'listings.status.completed' : statusKey(response))}
            </Badge>
          )}
        </span>
        {stage ? (
          <span className="cap muted">
            {t(stage === 'work' ? 'myResponses.inWork' : 'myResponses.handedIn')}
          </span>
        ) : (
          <time className="cap muted" dateTime={response.created_at}>
            {age(response.created_at)}
          </time>
        )}
      </div>
      <CardTitle to={`/${listing.kind}/${listing.id}`}>
        <Typeset text={listing.title} />
      </CardTitle>
      <p className="sub muted clamp-2">{bindWords(response.response_text)}</p>
      <Signals stub>
        {price !== null && <Signal strong>{money(price, currency)}</Signal>}
        {order?.deal && !dueAt && <DeadlineSignal order={order} />}
        {isPending && !isBoosted && response.place !== null && (
          <Signal>{t('myResponses.place', { place: response.place })}</Signal>
        )}
        <Signal end>
          <span className={styles.stub}>
            {link && (
              <Button small icon={Send} onClick={() => leaveForTelegram(link)}>
                {t('action.goToTg')}
              </Button>
            )}
            <IconButton icon={Ellipsis} label={t('common.more')} onClick={sheet.open} />
          </span>
        </Signal>
      </Signals>
      {sheet.isMounted && <OwnResponseSheet response={response} sheet={sheet} onEdit={editing.open} />}
      {editing.isMounted && <EditSheet listing={listing} response={response} {...editing.props} />}
    </LinkCard>
  )
}
