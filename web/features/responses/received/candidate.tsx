import { Bookmark, ChevronDown, CircleX, CopyX, UserCheck } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { nextResponseStatus } from '#contract/lifecycle.ts'
import { assign } from '#contract/policies.ts'
import { useOpenChat } from '#web/features/chat/use-open-chat.ts'
import { useListingMutation } from '#web/features/deals/mutations.ts'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import { toListingFacts } from '#web/features/listings/own/policy-facts.ts'
import { isOrder, type Listing } from '#web/features/listings/types.ts'
import { MoreButton } from '#web/features/relations/more-button.tsx'
import { useResponseMutation } from '#web/features/responses/mutations.ts'
import type { Response } from '#web/features/responses/queries.ts'
import { haptic } from '#web/telegram/index.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Cell } from '#web/ui/list.tsx'
import { askDialog, showToast } from '#web/ui/overlays.ts'
import { useOnSeen } from '#web/ui/use-seen.ts'
import styles from './response-card.module.css'
import { ResponseCard } from './response-card.tsx'
import { markSeen } from './seen-responses.ts'

/** True if a flagged response may be collapsed. A chosen or shortlisted response is never collapsed. */
const isFoldable = ({ status }: Response) => status !== 'chosen' && status !== 'shortlisted'

type ChoiceProps = { listing: Listing; response: Response; onChosen: () => void }
type CandidateProps = ChoiceProps & {
  /** True if the page was opened to choose this response. */
  isChoiceAsked: boolean
}

/** A response with the author's actions: choose, write, shortlist, decline, report. */
export function Candidate({ listing, response, isChoiceAsked, onChosen }: CandidateProps) {
  const { t } = useFormats()
  // The "new" badge of a response stays until the screen is closed.
  const [isNew] = useState(response.status === 'no_show')
  const [isSeen, setSeen] = useState(false)
  const [isUnfolded, setUnfolded] = useState(false)
  // A collapsed response does not count as seen.
  const isShown = isUnfolded || !response.flag || !isFoldable(response)
  const cardRef = useOnSeen<HTMLElement>(isNew && !isSeen && isShown, () => {
    setSeen(true)
    markSeen(listing.id, response.id)
  })
  const chat = useOpenChat()
  const roomSubject = isOrder(listing) ? { project_id: listing.id } : { vacancy_id: listing.id }
  if (!isShown) return <FoldedResponse response={response} onOpen={() => setUnfolded(true)} />
  return (
    <ResponseCard
      ref={cardRef}
      response={response}
      isNew={isNew}
      onFold={response.flag && isFoldable(response) ? () => setUnfolded(false) : undefined}
      more={<ResponseMenu response={response} />}
      mark={<ShortlistButton response={response} />}
    >
      <div className={styles.actions}>
        <ChooseButton listing={listing} response={response} isAsked={isChoiceAsked} onChosen={onChosen} />
        {response.status === 'chosen' && (
          <ButtonLink small to={`/${listing.kind}/${listing.id}`}>
            {t(`deal.${listing.kind}.open`)}
          </ButtonLink>
        )}
        <Button
          small
          variant="fill"
          loading={chat.isPending}
          onClick={() => chat.mutate({ user_id: response.user.id, ...roomSubject })}
        >
          {t('responses.write')}
        </Button>
      </div>
      {response.flag && isFoldable(response) && <FlagVerdict response={response} />}
    </ResponseCard>
  )
}

type ChooseButtonProps = ChoiceProps & {
  /** Asks for the confirmation at once. */
  isAsked?: boolean
  /** Compact label with the avatar, for two buttons side by side. */
  short?: boolean
}

export function ChooseButton({ listing, response, isAsked, onChosen, short }: ChooseButtonProps) {
  const { t } = useFormats()
  const { user, status } = response
  const textPrefix = `deal.${listing.kind}.choose`
  const choice = useListingMutation(listing, () => {
    haptic('success')
    showToast({ text: t(`${textPrefix}.done`) })
    onChosen()
  })
  // If the order already has an executor, the dialog names the person who would be replaced.
  const formerExecutor = listing.executor
  const canChoose =
    assign(toListingFacts(listing), true) === null && nextResponseStatus(status, 'choose') !== undefined
  const chooseExecutor = async () => {
    const isConfirmed = await askDialog({
      icon: UserCheck,
      person: { id: user.id, name: user.full_name, src: user.avatar_url },
      title: t(formerExecutor ? `${textPrefix}.again` : `${textPrefix}.title`),
      text: formerExecutor
        ? t('deal.reassign.text', { name: user.full_name, former: formerExecutor.full_name })
        : t(`${textPrefix}.text`, { name: user.full_name }),
      confirm: t('executor.confirm.ok'),
      cancel: t('common.cancel'),
    })
    if (isConfirmed)
      choice.mutate((calls, id) =>
        calls.assign(id, { response_id: response.id, reassign: formerExecutor !== null }),
      )
  }
  const isQuestionOpen = isAsked && canChoose
  const askRef = useRef(chooseExecutor)
  useEffect(() => {
    if (isQuestionOpen) void askRef.current()
  }, [isQuestionOpen])
  if (!canChoose) return null
  return (
    <Button
      variant="soft"
      small={!short}
      className={short ? styles.short : undefined}
      aria-label={short ? `${t('compare.choose')}: ${user.full_name}` : undefined}
      loading={choice.isPending}
      onClick={() => void chooseExecutor()}
    >
      {short && <Avatar id={user.id} name={user.full_name} src={user.avatar_url} size={32} />}
      {short ? (
        <span>
          {t('compare.choose')}
          <span className={styles.whom}>: {user.full_name}</span>
        </span>
      ) : (
        t(textPrefix)
      )}
    </Button>
  )
}

/** Button that shortlists a response. Shortlisting cannot be undone, because the sender is notified. */
function ShortlistButton({ response }: { response: Response }) {
  const { t } = useFormats()
  const responseMutation = useResponseMutation(response)
  const isShortlisted = response.status === 'shortlisted'
  if (!isShortlisted && !nextResponseStatus(response.status, 'shortlist')) return null
  return (
    <IconButton
      icon={Bookmark}
      filled={isShortlisted}
      disabled={isShortlisted || responseMutation.isPending}
      aria-pressed={isShortlisted}
      label={t(isShortlisted ? 'myResponses.status.shortlisted' : 'responseAction.shortlist')}
      onClick={() => responseMutation.mutate('shortlist')}
    />
  )
}

function ResponseMenu({ response }: { response: Response }) {
  const { t } = useFormats()
  const responseMutation = useResponseMutation(response)
  // A chosen response cannot be declined here, because the author removes an executor on the listing's page.
  const isDeclinable = response.status !== 'chosen' && nextResponseStatus(response.status, 'decline')
  return (
    <MoreButton
      subject={{ type: 'response', id: response.id }}
      person={response.user}
      actions={(close) =>
        isDeclinable && (
          <Cell
            inPlace
            icon={CircleX}
            title={t('responseAction.decline')}
            onClick={() => {
              responseMutation.mutate('decline')
              close()
            }}
          />
        )
      }
    />
  )
}

/** A flagged response, collapsed to one row with the reason. A click expands it. */
function FoldedResponse({ response, onOpen }: { response: Response; onOpen: () => void }) {
  const { t } = useFormats()
  const { flag, flag_share: share, is_own_copy: isOwn } = response
  const reasonKey = flag === 'copy' ? (isOwn ? 'copy.own' : 'copy.others') : flag
  return (
    <button type="button" className={styles.fold} aria-expanded={false} onClick={onOpen}>
      <CopyX className={styles.icon} />
      <span className="grow">
        {t(`shield.${flag}`)}
        <small>{t(`shield.${reasonKey}.why`, { share })}</small>
      </span>
      <ChevronDown className={styles.icon} />
    </button>
  )
}

/** Buttons for the author's verdict on a flagged response: acceptable or spam. */
function FlagVerdict({ response }: { response: Response }) {
  const { t } = useFormats()
  const responseMutation = useResponseMutation(response)
  return (
    <div className={styles.actions}>
      <Button
        small
        variant="fill"
        className={styles.short}
        loading={responseMutation.isPending && responseMutation.variables === 'notCopy'}
        onClick={() => responseMutation.mutate('notCopy')}
      >
        {t(response.flag === 'copy' ? 'shield.notCopy' : 'shield.fine')}
      </Button>
      {response.status !== 'chosen' && nextResponseStatus(response.status, 'decline') && (
        <Button
          small
          variant="badSoft"
          className={styles.short}
          loading={responseMutation.isPending && responseMutation.variables === 'spam'}
          onClick={() => responseMutation.mutate('spam')}
        >
          {t('shield.declineSpam')}
        </Button>
      )}
    </div>
  )
}
