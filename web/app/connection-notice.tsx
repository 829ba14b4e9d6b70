import { CloudCheck, CloudOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { dateFormat } from '#contract/formats.ts'
import { dateLocale } from '#contract/languages.ts'
import { limits } from '#contract/limits.ts'
import { currentLanguage } from '#web/client/i18n.ts'
import { useLostConnection } from '#web/client/network.ts'
import { queryClient } from '#web/client/query.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { watchConnection } from './connection.ts'
import styles from './connection-notice.module.css'

watchConnection()

const lists = ['POST /api/users/freelancer_jobs', 'POST /api/projects', 'POST /api/vacancy']

/** When the list on the screen was loaded; null where there is none. */
function listTime(): number | null {
  const found = queryClient.getQueryCache().findAll({ type: 'active' })
  const times = found
    .filter(({ queryKey, state }) => lists.includes(String(queryKey[0])) && state.data !== undefined)
    .map(({ state }) => state.dataUpdatedAt)
  return times.length > 0 ? Math.max(...times) : null
}

/** The line above every screen while there is no network: nobody's fault, and what can be read still can. */
export default function ConnectionNotice() {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const isLost = useLostConnection()
  const isBack = useReturn(isLost)
  if (!isLost && !isBack) return <div role="status" />
  const Icon = isLost ? CloudOff : CloudCheck
  const time = isLost && pathname.startsWith('/search/') ? listTime() : null
  const clock = dateFormat(dateLocale[currentLanguage()], { hour: 'numeric', minute: '2-digit' })
  const lost = time === null ? t('offline.reading') : t('offline.list', { time: clock.format(time) })
  return (
    <div className={styles.line} role="status">
      <Icon className="i16" />
      <span className="ellipsis">{isLost ? lost : t('offline.back')}</span>
    </div>
  )
}

/** True for as long as a toast stands, after a loss is over. */
function useReturn(isLost: boolean): boolean {
  const [state, setState] = useState<'never' | 'lost' | 'back'>('never')
  useEffect(() => {
    if (isLost) return setState('lost')
    setState((before) => (before === 'lost' ? 'back' : before))
    const timer = setTimeout(() => setState('never'), limits.toast.ms)
    return () => clearTimeout(timer)
  }, [isLost])
  return state === 'back'
}
