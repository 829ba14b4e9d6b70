import { useQueries } from '@tanstack/react-query'
import { ArrowUpLeft, History } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { formatTotal } from '#web/client/totals.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { countQuery } from '#web/features/search/results/search-tabs.tsx'
import { TextButton } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { List } from '#web/ui/list.tsx'
import styles from './recent-searches.module.css'
import { forgetSearches, type Recent, recentSearches, recentSections } from './recent-store.ts'

type RecentProps = { onText: (text: string) => void; onDone: () => void }

/** Recent searches with their current numbers of results. The arrow of a search inserts its text into the field. */
export default function RecentSearches({ onText, onDone }: RecentProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [searches, setSearches] = useState(recentSearches)
  const counts = useQueries({ queries: searches.map(({ section, text }) => countQuery(section, text, '')) })
  const openSearch = ({ section, text }: Recent) => {
    onDone()
    onText(text)
    void navigate(`/search/${section}?${new URLSearchParams({ query: text })}`, { replace: true })
  }
  if (searches.length === 0) return null
  return (
    // The search field keeps its focus during a click, because without the focus the list would close before the click
    // is handled.
    <section aria-label={t('search.recent')} onPointerDown={(event) => event.preventDefault()}>
      <div className={styles.head}>
        <h2 className="head">{t('search.recent')}</h2>
        <TextButton
          onClick={() => {
            forgetSearches()
            setSearches([])
            onDone()
          }}
        >
          {t('search.recent.clear')}
        </TextButton>
      </div>
      <List>
        {searches.map((recentSearch, index) => (
          <div key={`${recentSearch.section} ${recentSearch.text}`} className={styles.row}>
            <button type="button" className={styles.open} onClick={() => openSearch(recentSearch)}>
              <History />
              <span className="grow">
                <span className="ellipsis">{recentSearch.text}</span>
                <small>{t(`search.tab.${recentSections[recentSearch.section]}`)}</small>
              </span>
              <span className="muted">{formatTotal(counts[index]?.data?.pagination)}</span>
            </button>
            <IconButton
              icon={ArrowUpLeft}
              label={t('search.recent.take', { text: recentSearch.text })}
              onClick={() => onText(recentSearch.text)}
            />
          </div>
        ))}
      </List>
    </section>
  )
}
