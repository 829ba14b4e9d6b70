import { Compass } from 'lucide-react'
import { useTranslation } from '#web/client/use-translation.ts'
import { useMe } from '#web/features/session/use-me.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/page.tsx'

/** Kind of thing that was not found. `page` means an unknown path. */
export type MissingThing = 'page' | 'order' | 'vacancy' | 'person' | 'service' | 'request' | 'chat'

/**
 * Screen for an unknown path, or for an item that does not exist or is forbidden. Its button is named after the first
 * entry of the menu.
 */
export default function NotFound({ missingThing = 'page' }: { missingThing?: MissingThing }) {
  const { t } = useTranslation()
  const isClient = useMe()?.is_client
  const home = (
    <ButtonLink to="/search/personal" replace>
      {t(isClient ? 'nav.home' : 'nav.search')}
    </ButtonLink>
  )
  return (
    <Page centred bar={missingThing === 'page'}>
      <EmptyState
        main
        icon={Compass}
        title={t(`notFound.${missingThing}.title`)}
        text={t(`notFound.${missingThing}.text`)}
        action={home}
      />
    </Page>
  )
}
