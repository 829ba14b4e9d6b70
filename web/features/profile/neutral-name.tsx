import { UserRound } from 'lucide-react'
import { useTranslation } from '#web/client/use-translation.ts'
import type { Me } from '#web/features/session/use-me.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** Explains that a neutral name replaces the one from Telegram, with a link to change it. */
export function NeutralName({ me }: { me: Me }) {
  const { t } = useTranslation()
  return (
    <Notice
      icon={UserRound}
      tone="warn"
      title={t('profile.neutral')}
      action={
        <ButtonLink small variant="soft" to="/profile/edit">
          {t('profile.neutralAction')}
        </ButtonLink>
      }
    >
      {t('profile.neutralText', { name: me.full_name })}
    </Notice>
  )
}
