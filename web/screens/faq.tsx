import { useTranslation } from '#web/client/use-translation.ts'
import { FaqList } from '#web/features/info/faq-list.tsx'
import { OperatorCard } from '#web/features/info/operator-card.tsx'
import { SupportCell } from '#web/features/info/support-cell.tsx'
import { Page, PageTitle } from '#web/ui/page.tsx'

export default function FaqScreen() {
  const { t } = useTranslation()
  return (
    <Page>
      <PageTitle>{t('faq.title')}</PageTitle>
      <FaqList />
      <SupportCell />
      <OperatorCard />
    </Page>
  )
}
