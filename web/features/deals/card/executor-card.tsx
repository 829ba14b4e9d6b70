import { CircleCheck, MessagesSquare } from 'lucide-react'
import { useNavigate } from 'react-router-dom'
import { useOpenChat } from '#web/features/chat/use-open-chat.ts'
import { useListingMutation } from '#web/features/deals/mutations.ts'
import { PersonLine } from '#web/features/listings/card/person-card.tsx'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import { isOrder, type Listing } from '#web/features/listings/types.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { askDialog, showToast } from '#web/ui/overlays.ts'
import styles from './deals.module.css'
import { useRelease } from './use-release.ts'

/** Card with the executor of an own listing, and the author's actions on the executor. */
export function ExecutorCard({ listing }: { listing: Listing }) {
  const { t } = useFormats()
  const chat = useOpenChat()
  const { executor } = listing
  if (!executor) return null
  const roomSubject = isOrder(listing) ? { project_id: listing.id } : { vacancy_id: listing.id }
  const isRunning = listing.status === 'in_progress' || listing.status === 'published'
  return (
    <Card className="stack">
      <h2 className="head">{t(`deal.${listing.kind}.executor`)}</h2>
      <PersonLine person={executor} to={`/user/${executor.id}`} />
      <div className={styles.actions}>
        {isRunning && <CompleteButton listing={listing} name={executor.full_name} />}
        <Button
          small
          variant="fill"
          icon={MessagesSquare}
          loading={chat.isPending}
          onClick={() => chat.mutate({ user_id: executor.id, ...roomSubject })}
        >
          {t('action.write')}
        </Button>
      </div>
      {isRunning && <ReleaseButton listing={listing} name={executor.full_name} />}
    </Card>
  )
}

type ExecutorActionProps = { listing: Listing; name: string }

function CompleteButton({ listing, name }: ExecutorActionProps) {
  const { t } = useFormats()
  const navigate = useNavigate()
  const textPrefix = `deal.${listing.kind}.complete`
  const mutation = useListingMutation(listing, () => {
    showToast({ text: t(`${textPrefix}.done`) })
    void navigate('?review=write', { replace: true })
  })
  const askAndComplete = async () => {
    const isConfirmed = await askDialog({
      icon: CircleCheck,
      tone: 'good',
      title: t(`${textPrefix}.title`),
      text: t(`${textPrefix}.text`, { name }),
      confirm: t(`${textPrefix}.ok`),
      cancel: t('common.cancel'),
    })
    if (isConfirmed) mutation.mutate((calls, id) => calls.complete(id))
  }
  return (
    <Button small loading={mutation.isPending} onClick={() => void askAndComplete()}>
      {t(`${textPrefix}.ok`)}
    </Button>
  )
}

function ReleaseButton({ listing, name }: ExecutorActionProps) {
  const { t } = useFormats()
  const { ask, isPending } = useRelease(listing, name)
  return (
    <Button small variant="ghost" loading={isPending} onClick={() => void ask()}>
      {t('deal.release.ok')}
    </Button>
  )
}
