import { Compass } from 'lucide-react'
import { useTranslation } from '#web/client/use-translation.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/page.tsx'

/** What was looked for; `page` is an address that leads nowhere. */
export type Sought = 'page' | 'order' | 'vacancy' | 'person' | 'chat'

/** A page that does not exist, or nothing that this person may see. */
export default function NotFound({ what = 'page' }: { what?: Sought }) {
  const { t } = useTranslation()
  const home = (
    <ButtonLink to="/search/personal" replace>
      {t('notFound.home')}
    </ButtonLink>
  )
  return (
    <Page centred bar={what === 'page'}>
      <EmptyState
        main
        icon={Compass}
        title={t(`notFound.${what}.title`)}
        text={t(`notFound.${what}.text`)}
        action={home}
      />
    </Page>
  )
}
