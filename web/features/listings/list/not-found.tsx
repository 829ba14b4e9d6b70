import { Compass } from 'lucide-react'
import { useTranslation } from '#web/client/use-translation.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/page.tsx'

/** The missing thing; `page` is an unknown path. */
export type MissingThing = 'page' | 'order' | 'vacancy' | 'person' | 'chat'

/** Screen for an unknown path, or for a thing that does not exist or is forbidden. */
export default function NotFound({ what = 'page' }: { what?: MissingThing }) {
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
