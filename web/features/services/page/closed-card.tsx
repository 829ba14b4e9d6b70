import { useMutation } from '@tanstack/react-query'
import { CirclePause, CircleSlash, Clock } from 'lucide-react'
import { api } from '#web/client/http/api.ts'
import { queryClient } from '#web/client/query.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { useSupport } from '#web/features/info/support-cell.tsx'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import { type Service, service as serviceQuery } from '#web/features/services/queries.ts'
import { showFailure } from '#web/features/session/show-failure.ts'
import { haptic } from '#web/telegram/index.ts'
import { Button } from '#web/ui/button.tsx'
import { Cell, List } from '#web/ui/list.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Options } from '#web/ui/options.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { useSheet } from '#web/ui/use-sheet.ts'

/** Days for which a freelancer can close a service. */
const closedDays = ['7', '14', '30'] as const
const dayMs = 24 * 60 * 60_000

/** Says until when a service takes no orders. Its owner opens it again here, or closes it for a while. */
export function ClosedCard({ service }: { service: Service }) {
  const { t, date } = useFormats()
  const sheet = useSheet()
  const closing = useMutation({
    mutationFn: (until: string | null) =>
      api('PUT /api/services/:id/closed', { params: { id: service.id }, body: { until } }),
    onSuccess: (changed) => {
      haptic('success')
      queryClient.setQueryData(serviceQuery(service.id).queryKey, changed)
      void queryClient.invalidateQueries({ queryKey: ['GET /api/users/full_user_info'] })
    },
    onError: (error) => void showFailure(error),
  })
  if (service.is_closed)
    return (
      <Notice
        icon={Clock}
        tone="warn"
        title={t(service.is_owner ? 'service.closedByYou' : 'service.closed')}
        action={
          service.is_owner && (
            <Button small variant="soft" loading={closing.isPending} onClick={() => closing.mutate(null)}>
              {t('service.openAgain')}
            </Button>
          )
        }
      >
        {service.closed_until && t('service.closedUntil', { date: date(service.closed_until) })}
      </Notice>
    )
  if (!service.is_owner) return null
  const closeFor = (days: string) => {
    closing.mutate(new Date(Date.now() + Number(days) * dayMs).toISOString())
    sheet.close()
  }
  return (
    <List icons>
      <Cell
        icon={CirclePause}
        title={t('service.close')}
        note={t('service.closeNote')}
        onClick={sheet.open}
      />
      {sheet.isMounted && (
        <Sheet {...sheet.props} title={t('service.close')}>
          <Options
            label={t('service.close')}
            options={closedDays.map((value) => ({ value, label: t(`service.closeFor.${value}`) }))}
            value={null}
            onChoose={closeFor}
          />
        </Sheet>
      )}
    </List>
  )
}

/** Says to the owner of a service why the staff took it down, and how it comes back. */
export function TakenDownCard({ reason }: { reason: string }) {
  const { t } = useTranslation()
  const openSupport = useSupport()
  return (
    <Notice
      icon={CircleSlash}
      tone="bad"
      title={t('service.takenDown')}
      action={
        <Button small variant="fill" onClick={openSupport}>
          {t('service.support')}
        </Button>
      }
    >
      {t('service.takenDown.text', { reason: reason.replace(/\.$/, '') })}
    </Notice>
  )
}
