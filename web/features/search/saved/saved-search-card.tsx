import { Trash2 } from 'lucide-react'
import { searchFrequencies } from '#contract/options.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { toSearchParams } from '#web/features/search/params/search-params.ts'
import { useSearchLabels } from '#web/features/search/params/use-description.ts'
import { Badge } from '#web/ui/badge.tsx'
import { CardTitle, LinkCard } from '#web/ui/card.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { SwitchCell } from '#web/ui/list.tsx'
import { askDialog, showToast } from '#web/ui/overlays.ts'
import { Segment } from '#web/ui/segment.tsx'
import { toOrderSearch } from './saved-filters.ts'
import { type SavedSearch, useRemoveSearch, useSearchNotices } from './saved-queries.ts'
import styles from './saved-search-card.module.css'

const sections = { order: 'orders', vacancy: 'vacancies' }

/** A saved search, with buttons to open it, change its notifications, or delete it. */
export function SavedSearchCard({ search }: { search: SavedSearch }) {
  const { t } = useTranslation()
  const describeSearch = useSearchLabels()
  const notices = useSearchNotices(search)
  const removal = useRemoveSearch(search, () => showToast({ text: t('searches.removed') }))
  const orderSearch = toOrderSearch(search)
  const description = describeSearch(search.kind, orderSearch).join(' · ')
  const removeSearch = async () => {
    const isConfirmed = await askDialog({
      icon: Trash2,
      destructive: true,
      title: t('searches.remove.title'),
      text: t('searches.remove.text', { name: search.name }),
      confirm: t('common.delete'),
      cancel: t('common.cancel'),
    })
    if (isConfirmed) removal.mutate()
  }
  return (
    <LinkCard>
      <div className={styles.head}>
        <Badge>{t(`searches.kind.${search.kind}`)}</Badge>
        <IconButton
          icon={Trash2}
          tone="bad"
          className={styles.remove}
          label={t('searches.remove', { name: search.name })}
          disabled={removal.isPending}
          onClick={() => void removeSearch()}
        />
      </div>
      <CardTitle to={`/search/${sections[search.kind]}?${toSearchParams(orderSearch)}`}>
        {search.name}
      </CardTitle>
      {description !== search.name && <p className="sub muted">{description}</p>}
      <div className={styles.notices}>
        <SwitchCell
          title={t('searches.notify')}
          checked={search.is_notify}
          onChange={(is_notify) => notices.mutate({ is_notify })}
        />
        {search.is_notify && (
          <div className={styles.frequency}>
            <Segment
              label={t('searches.frequency', { name: search.name })}
              options={searchFrequencies.map((value) => ({ value, label: t(`searches.frequency.${value}`) }))}
              value={search.frequency}
              onChange={(frequency) => notices.mutate({ frequency })}
            />
          </div>
        )}
      </div>
    </LinkCard>
  )
}
