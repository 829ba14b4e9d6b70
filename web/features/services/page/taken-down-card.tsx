import { CircleSlash } from 'lucide-react'
import { useTranslation } from '#web/client/use-translation.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** Says to the owner of a service why the staff took it down, and how it comes back. */
export function TakenDownCard({ reason }: { reason: string }) {
  const { t } = useTranslation()
  return (
    <Notice
      icon={CircleSlash}
      tone="bad"
      title={t('service.takenDown')}
      action={
        <ButtonLink small variant="soft" to="/faq">
          {t('service.support')}
        </ButtonLink>
      }
    >
      {t('service.takenDown.text', { reason: reason.replace(/\.$/, '') })}
    </Notice>
  )
}
