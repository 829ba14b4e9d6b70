import { Link2, PencilLine, Rocket } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router-dom'
import { responseTypes } from '#contract/lifecycle.ts'
import { sayPosition } from '#web/features/listings/formats/say-position.ts'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import type { Listing } from '#web/features/listings/types.ts'
import { BoostButton } from '#web/features/payments/boost/boost-button.tsx'
import { confirmWithdrawal, useResponseMutation } from '#web/features/responses/mutations.ts'
import type { Response } from '#web/features/responses/queries.ts'
import { AnswerFacts } from '#web/features/responses/received/answer-facts.tsx'
import styles from '#web/features/responses/received/response-card.module.css'
import { ResponseFiles } from '#web/features/responses/received/response-files.tsx'
import { lazySheet } from '#web/parts/part.tsx'
import { openLink } from '#web/telegram/index.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { bindWords } from '#web/ui/glue.ts'
import { Steps } from '#web/ui/steps.tsx'
import { useSheet } from '#web/ui/use-sheet.ts'
import { canEdit, canWithdraw, endTextKey, timeline } from './statuses.ts'

const EditSheet = lazySheet(() => import('#web/features/responses/form/edit-response-sheet.tsx'))

/** The viewer's own response on the listing's page, with its progress and actions. */
export function OwnResponsePanel({ listing, response }: { listing: Listing; response: Response }) {
  const { t, money } = useFormats()
  const { steps, now, failed } = timeline(response)
  const { materials_link: link, place, decline_reason: reason } = response
  const hasPlace = place !== null && canWithdraw(response.status)
  const endKey = response.status === 'not_chosen' ? endTextKey(response.end_reason) : undefined
  const names = steps.map((step) => t(step))
  return (
    <Card className="stack stack-4">
      <div className="stack stack-1">
        <div className="row row-between">
          <h2 className="head">{t('ownResponse.title')}</h2>
          {hasPlace && response.response_type === responseTypes.boosted && (
            <Badge tone="boost" icon={Rocket}>
              {t('received.boosted')}
            </Badge>
          )}
        </div>
        {hasPlace && (
          <p className="sub muted">
            {t(`ownResponse.place.${listing.kind}`, { place: sayPosition(t, place) })}
          </p>
        )}
      </div>
      <Steps
        names={names}
        now={now}
        failed={failed}
        stepLabel={(name, current) => t('a11y.step', { current, total: names.length, name })}
      />
      {endKey && <p className="sub">{t(endKey)}</p>}
      {reason && <p className="sub">{t(`ownResponse.reason.${reason}`)}</p>}
      <div className="stack stack-1">
        <p className="sub prose">{bindWords(response.response_text)}</p>
        {response.price !== null && (
          <p className="sub muted">
            {t('respond.price')}: {money(response.price, response.currency)}
            {response.price_third && (
              <>
                <br />
                {t(`place.third.${response.price_third}`, { count: response.price_among ?? 0 })}
              </>
            )}
          </p>
        )}
        {link && (
          <button type="button" className={styles.link} onClick={() => openLink(link)}>
            <Link2 className="i16" />
            <span className="ellipsis">{link.replace(/^https:\/\/(www\.)?/, '')}</span>
          </button>
        )}
        {response.answers.length > 0 && <AnswerFacts answers={response.answers} />}
        <ResponseFiles files={response.files} />
      </div>
      {canWithdraw(response.status) && <BoostButton listing={listing} response={response} />}
      <Actions listing={listing} response={response} />
    </Card>
  )
}

function Actions({ listing, response }: { listing: Listing; response: Response }) {
  const { t } = useFormats()
  const sheet = useSheet()
  const mutation = useResponseMutation(response)
  const withdrawResponse = async () => {
    if (await confirmWithdrawal(listing.kind)) mutation.mutate('withdraw')
  }
  const [search, setSearch] = useSearchParams()
  const isActStarted = useRef(false)
  const act = search.get('own')
  // A button of the bot opens the page with the action that it names.
  useEffect(() => {
    if (act === null) isActStarted.current = false
    if (act === null || isActStarted.current) return
    isActStarted.current = true
    setSearch({}, { replace: true })
    if (act === 'edit' && canEdit(response.status)) sheet.open()
    if (act === 'withdraw' && canWithdraw(response.status)) void withdrawResponse()
  })
  if (!canWithdraw(response.status)) return null
  return (
    <div className={styles.actions}>
      {canEdit(response.status) && (
        <Button small variant="soft" icon={PencilLine} onClick={sheet.open}>
          {t('common.edit')}
        </Button>
      )}
      <Button small variant="fill" loading={mutation.isPending} onClick={() => void withdrawResponse()}>
        {t('responseAction.withdraw')}
      </Button>
      {sheet.isMounted && <EditSheet listing={listing} response={response} {...sheet.props} />}
    </div>
  )
}
