import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { query } from '#web/client/query.ts'
import section from '#web/features/admin/frame/section.module.css'
import { useAdminFormats } from '#web/features/admin/frame/use-admin-formats.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/class-names.ts'
import { TariffForm } from './tariff-form.tsx'

const tones = { now: 'good', later: 'accent', past: undefined } as const

/** All prices ever created; those in effect come first. */
export function TariffList() {
  const { t, sum, day } = useAdminFormats()
  const [isNew, setNew] = useState(false)
  const all = useQuery(query('GET /api/admin/tariffs')).data
  if (!all) return <div aria-busy="true" />
  return (
    <>
      <p className="cap muted">{t('admin.tariffs.hint')}</p>
      <div className={section.table}>
        {all.map(({ id, product, category, period_days, amount, valid_from, state, sold }) => (
          <div key={id} className={cx(section.row, section.flat)}>
            <div className="grow">
              <p>
                <b className="num">{sum(amount, 'RUB')}</b> · {t(`admin.payments.kind.${product}`)}
              </p>
              <p className="cap muted num">
                {[
                  category?.name ?? t('admin.tariffs.all'),
                  period_days !== null && t('admin.tariffs.days', { count: period_days }),
                  t('admin.tariffs.from', { date: day(valid_from) }),
                  t('admin.tariffs.sold', { count: sold }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            </div>
            <div className={section.end}>
              <Badge tone={tones[state]}>{t(`admin.tariffs.state.${state}`)}</Badge>
            </div>
          </div>
        ))}
      </div>
      <Button icon={Plus} onClick={() => setNew(true)}>
        {t('admin.tariffs.add')}
      </Button>
      {isNew && <TariffForm onClose={() => setNew(false)} />}
    </>
  )
}
