import { useMutation, useQuery } from '@tanstack/react-query'
import { LogOut, Monitor, Smartphone } from 'lucide-react'
import { api, type ReplyOf } from '#web/client/http/api.ts'
import { query, queryClient } from '#web/client/query.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { shortMoment } from '#web/features/listings/formats/moments.ts'
import { showFailure } from '#web/features/session/show-failure.ts'
import { Badge } from '#web/ui/badge.tsx'
import { TextButton } from '#web/ui/button.tsx'
import { Cell, List, StillCell } from '#web/ui/list.tsx'
import { showToast } from '#web/ui/overlays.ts'
import { PageHeading } from '#web/ui/page.tsx'

type Session = ReplyOf<'GET /api/users/sessions'>[number]

const list = query('GET /api/users/sessions')

/** List of active sessions, the current one first. Each other session can be ended. */
export function Sessions() {
  const { t } = useTranslation()
  const sessionsQuery = useQuery(list)
  const end = useMutation({
    mutationFn: (session?: string) => api('POST /api/users/sessions/end', { body: { session } }),
    onSuccess: (remainingSessions) => {
      queryClient.setQueryData(list.queryKey, remainingSessions)
      showToast({ text: t('sessions.ended') })
    },
    onError: (error) => void showFailure(error),
  })
  if (!sessionsQuery.data) return null
  const hasOthers = sessionsQuery.data.some(({ is_current }) => !is_current)
  return (
    <>
      <PageHeading>{t('sessions.title')}</PageHeading>
      <List icons>
        {sessionsQuery.data.map((session) => (
          <SessionRow key={session.id} session={session} onEnd={() => end.mutate(session.id)} />
        ))}
        {hasOthers && (
          <Cell
            bad
            icon={LogOut}
            title={t('sessions.endOthers')}
            onClick={() => !end.isPending && end.mutate(undefined)}
          />
        )}
      </List>
    </>
  )
}

function SessionRow({ session, onEnd }: { session: Session; onEnd: () => void }) {
  const { t, language } = useTranslation()
  const { device, created_at, last_seen_at, is_current } = session
  const Icon = device === 'ios' || device === 'android' ? Smartphone : Monitor
  const name = t(`sessions.device.${device ?? 'unknown'}`)
  const [since, seen] = [created_at, last_seen_at].map((time) => shortMoment(language, time))
  return (
    <StillCell
      icon={Icon}
      title={name}
      note={since === seen ? t('sessions.since', { since }) : t('sessions.times', { since, seen })}
      end={
        is_current ? (
          <Badge tone="good">{t('sessions.current')}</Badge>
        ) : (
          <TextButton aria-label={t('sessions.endThis', { name })} onClick={onEnd}>
            {t('sessions.end')}
          </TextButton>
        )
      }
    />
  )
}
