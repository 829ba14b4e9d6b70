import { useTranslation } from '#web/client/use-translation.ts'
import { KitControls } from '#web/features/kit/controls.tsx'
import { KitFiles } from '#web/features/kit/files.tsx'
import { KitFoundations } from '#web/features/kit/foundations.tsx'
import { KitMessages } from '#web/features/kit/messages.tsx'
import { Page, PageTitle } from '#web/ui/page.tsx'

/** Component gallery: every component in its states, in the user's theme. The texts are samples. */
export default function UiScreen() {
  const { t } = useTranslation()
  return (
    <Page>
      <PageTitle>{t('kit.title')}</PageTitle>
      <KitFoundations />
      <KitControls />
      <KitFiles />
      <KitMessages />
    </Page>
  )
}
