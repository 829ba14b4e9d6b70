import { MessageCircle, Timer, UserCheck, Wallet } from 'lucide-react'
import { limits } from '#contract/limits.ts'
import type { Listing } from '#web/features/listings/types.ts'
import { Figures } from './figures.tsx'
import { type Figure, useFigureFormats } from './use-figures.ts'

const { least, prior } = limits.record

export type AuthorRecord = NonNullable<Listing['author_record']>

/** Statistics of how the author treats people who respond. */
export function AuthorFigures({ record: { closed, figures, paid_placements } }: { record: AuthorRecord }) {
  const { t, percent, duration } = useFigureFormats()
  const shownFigures: Figure[] = []
  if (figures?.answers) {
    const { percent: share, answered: part, responses: total, wait_minutes } = figures.answers
    shownFigures.push({
      icon: MessageCircle,
      value: percent(share),
      note: t('record.answered'),
      how: t('record.how.answered', {
        part,
        total,
        share: percent((100 * prior.answered) / prior.responses),
      }),
    })
    shownFigures.push({
      icon: Timer,
      value: wait_minutes === null ? '—' : duration(wait_minutes),
      note: t('record.wait'),
      how: t(wait_minutes === null ? 'record.how.noWait' : 'record.how.wait'),
    })
  }
  if (figures)
    shownFigures.push({
      icon: UserCheck,
      value: t('record.of', { part: figures.hired, total: closed }),
      note: t('record.hired'),
      how: t('record.how.hired'),
    })
  shownFigures.push({
    icon: Wallet,
    value: String(paid_placements),
    note: t('record.paid', { count: paid_placements }),
    how: t('record.how.paid'),
  })
  return (
    <Figures
      figures={shownFigures}
      counting={{
        basis: t('record.how.author', { count: closed }),
        rule: t('record.how.least', { least }),
        formula: t('record.formula.responses', prior),
      }}
      newcomerNote={figures ? null : t('record.new.closed', { count: closed })}
    />
  )
}
