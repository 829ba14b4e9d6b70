import { Compass } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/page.tsx'

export default function NotFound() {
  const { t } = useTranslation()
  const home = (
    <ButtonLink to="/search/personal" replace>
      {t('notFound.home')}
    </ButtonLink>
  )
  return (
    <Page centred bar>
      <EmptyState main icon={Compass} title={t('notFound.title')} text={t('notFound.text')} action={home} />
    </Page>
  )
}
