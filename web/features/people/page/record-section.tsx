import { CalendarCheck, CircleCheck, MailCheck, MessageCircle, Repeat } from 'lucide-react'
import { limits } from '#contract/limits.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { AuthorFigures } from '#web/features/listings/figures/author-figures.tsx'
import { Figures } from '#web/features/listings/figures/figures.tsx'
import { type Figure, useFigureFormats } from '#web/features/listings/figures/use-figures.ts'
import type { PersonRecord } from '#web/features/people/queries.ts'
import { Card } from '#web/ui/card.tsx'

const { least, prior, inviteDays: days } = limits.record

/**
 * Statistics of a person as author and as freelancer. A role without any is left out.
 */
export function RecordSection({ record }: { record: PersonRecord }) {
  const { t } = useTranslation()
  const { author, freelancer } = record
  return (
    <>
      {freelancer.completed > 0 && (
        <Card className="stack stack-4">
          <h2 className="head">{t('record.title.freelancer')}</h2>
          <FreelancerFigures record={freelancer} />
        </Card>
      )}
      {author.closed > 0 && (
        <Card className="stack stack-4">
          <h2 className="head">{t('record.title.author')}</h2>
          <AuthorFigures record={author} />
        </Card>
      )}
    </>
  )
}

/** Statistics of a person as freelancer. */
function FreelancerFigures({ record: { completed, figures } }: { record: PersonRecord['freelancer'] }) {
  const { t, percent, duration } = useFigureFormats()
  const shownFigures: Figure[] = [
    {
      icon: CircleCheck,
      value: String(completed),
      note: t('record.done', { count: completed }),
      how: t('record.how.done'),
    },
  ]
  if (figures && figures.dated > 0)
    shownFigures.push({
      icon: CalendarCheck,
      value: t('record.of', { part: figures.on_time, total: figures.dated }),
      note: t('record.onTime'),
      how: t('record.how.onTime'),
    })
  if (figures && figures.returning_clients > 0) {
    const count = figures.returning_clients
    shownFigures.push({
      icon: Repeat,
      value: String(count),
      note: t('record.returning', { count }),
      how: t('record.how.returning'),
    })
  }
  if (figures && figures.reply_minutes !== null)
    shownFigures.push({
      icon: MessageCircle,
      value: duration(figures.reply_minutes),
      note: t('record.reply'),
      how: t('record.how.reply'),
    })
  if (figures?.invites) {
    const { percent: share, answered: part, invited: total } = figures.invites
    shownFigures.push({
      icon: MailCheck,
      value: t('record.of', { part, total }),
      note: t('record.invites'),
      how: t('record.how.invites', { days, share: percent(share) }),
    })
  }
  return (
    <Figures
      figures={shownFigures}
      counting={{
        basis: t('record.how.freelancer', { count: completed }),
        rule: t('record.how.leastDone', { least }),
        formula: t('record.formula.invites', prior),
      }}
      newcomerNote={figures ? null : t('record.new.completed', { count: completed })}
    />
  )
}
