import { Eye, Laptop, MapPin } from 'lucide-react'
import { competition } from '#contract/options.ts'
import { acceptsResponses } from '#web/features/listings/card/accepts-responses.ts'
import { deadline } from '#web/features/listings/formats/relative-time.ts'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import { isOrder, type Listing } from '#web/features/listings/types.ts'
import { Panel } from '#web/ui/panel.tsx'
import { competitionTone, Meter, Ring } from '#web/ui/signals.tsx'

/**
 * Figures of a listing: the number of responses while it accepts them, the deadline or place, and the number of views.
 */
export function ListingFigures({ listing }: { listing: Listing }) {
  const { t, count } = useFormats()
  const competitionFigure = useCompetition(listing)
  const deadlineOrPlace = useDeadlineOrPlace(listing)
  const views = t('card.views', { count: listing.views_count })
  return (
    <Panel
      label={t('card.indicators')}
      items={[
        ...(acceptsResponses(listing) ? [competitionFigure] : []),
        deadlineOrPlace,
        {
          picture: <Eye />,
          value: count(listing.views_count),
          note: views.replace(/^[\d\s.,\u00a0]+/, ''),
          said: views,
        },
      ]}
    />
  )
}

function useCompetition({ responses_count }: Listing) {
  const { t } = useFormats()
  const level = competition(responses_count)
  const levelText = t(`option.competition.${level}`)
  const responses =
    responses_count === 0 ? t('card.noResponses') : t('card.responses', { count: responses_count })
  const said = (level: string) => t('card.said', { level, responses: responses.toLowerCase() })
  return {
    picture: <Meter level={level} />,
    value: levelText,
    note: responses,
    // In a row «низкая» would stand right before the responses, so the row says of what it is.
    rowNote: said('').trim(),
    tone: competitionTone[level],
    said: said(levelText),
  }
}

function useDeadlineOrPlace(listing: Listing) {
  const { t, due, date } = useFormats()
  if (!isOrder(listing)) {
    const placeText = listing.location ?? t('common.notSpecified')
    return listing.is_remote
      ? { picture: <Laptop />, value: t('card.remote'), note: listing.location ?? t('vacancyPage.anyCity') }
      : { picture: <MapPin />, value: placeText, note: t('vacancy.location') }
  }
  if (!listing.deadline)
    return { picture: <Ring remainingShare={0} />, value: t('card.noDeadline'), note: t('create.deadline') }
  const timeLeft = deadline(listing.deadline, listing.published_at)
  return {
    picture: <Ring remainingShare={timeLeft.remainingShare} />,
    value: due(timeLeft),
    note: t('card.untilDate', { date: date(listing.deadline) }),
    tone: timeLeft.tone,
  }
}
