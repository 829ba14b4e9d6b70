import { useMutation, useQuery } from '@tanstack/react-query'
import { MessageCircleQuestion, Scale } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { appealLength } from '#contract/rejection.ts'
import { api } from '#web/client/http/api.ts'
import { query, queryClient } from '#web/client/query.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { listingPage } from '#web/features/listings/queries.ts'
import type { Listing } from '#web/features/listings/types.ts'
import { showFailure } from '#web/features/session/show-failure.ts'
import { lazySheet } from '#web/parts/part.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { bindWords } from '#web/ui/glue.ts'
import { Cell, List } from '#web/ui/list.tsx'
import { showToast } from '#web/ui/overlays.ts'

const AskSheet = lazySheet(async () => ({ default: (await import('./ask-sheet.tsx')).TextSheet }))
const pollMs = 10_000
const dialogueCall = 'GET /api/moderation/:listing_id'

/** True for a listing that moderators rejected or took down. */
const isRefused = ({ status, hidden_reason }: Listing) => status === 'rejected' || hidden_reason === 'staff'

/** The moderators' review of an own listing. Listings that are not reviewed and were not refused have none. */
export function useReviewTalk(listing: Listing) {
  const isWaiting = listing.status === 'moderation'
  return useQuery({
    ...query(dialogueCall, { params: { listing_id: listing.id } }),
    enabled: isWaiting || isRefused(listing),
    refetchInterval: isWaiting ? pollMs : false,
  }).data
}

type DialogueProps = {
  listing: Listing
  /** Rows of other acts after a decision. The appeal stands below them in the same list. */
  acts?: ReactNode
}

/** Shows a moderator's question about an own listing, or the author's acts after a decision, an appeal among them. */
export function ModeratorDialogue({ listing, acts }: DialogueProps) {
  const { t } = useTranslation()
  /** State of the sheet. The sheet stays mounted after the first opening, so that its closing animation can finish. */
  const [sheet, setSheet] = useState<'unopened' | 'open' | 'closed'>('unopened')
  const params = { listing_id: listing.id }
  const isWaiting = listing.status === 'moderation'
  const talk = useReviewTalk(listing)
  const mutation = useMutation({
    mutationFn: (text: string) =>
      isWaiting
        ? api('POST /api/moderation/:listing_id/answer', { params, body: { text } })
        : api('POST /api/moderation/:listing_id/appeal', { params, body: { text } }),
    onError: (error) => void showFailure(error),
    onSuccess: async (next) => {
      queryClient.setQueryData(query(dialogueCall, { params }).queryKey, next)
      showToast({ text: t(isWaiting ? 'moderation.answered' : 'moderation.appealed') })
      setSheet('closed')
      await queryClient.invalidateQueries({ queryKey: listingPage(listing.kind, listing.id).queryKey })
    },
  })
  const question = isWaiting ? talk?.question : null
  const mayAppeal = talk?.may_appeal && isRefused(listing)
  if (!question && !mayAppeal && !acts) return null
  const words = question ? 'moderation.answer' : 'moderation.appeal'
  return (
    <>
      {question ? (
        <Card className="stack">
          <div className="stack stack-1">
            <h2 className="head">{t('moderation.answer.title')}</h2>
            <p className="sub prose">{bindWords(question)}</p>
          </div>
          <Button small icon={MessageCircleQuestion} onClick={() => setSheet('open')}>
            {t('moderation.answer.open')}
          </Button>
        </Card>
      ) : (
        <List icons>
          {acts}
          {mayAppeal && (
            <Cell
              icon={Scale}
              title={t('moderation.appeal.open')}
              note={t('moderation.appeal.note')}
              onClick={() => setSheet('open')}
            />
          )}
        </List>
      )}
      {sheet !== 'unopened' && (
        <AskSheet
          open={sheet === 'open'}
          onClose={() => setSheet('closed')}
          title={t(`${words}.title`)}
          text={question ?? t('moderation.appeal.text')}
          label={t(`${words}.label`)}
          submit={t(`${words}.submit`)}
          {...(question ? limits.moderation.answer : appealLength)}
          isBusy={mutation.isPending}
          onSubmit={(text) => mutation.mutate(text)}
        />
      )}
    </>
  )
}
