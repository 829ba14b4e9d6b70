import { CircleHelp, FileText, Scale } from 'lucide-react'
import { useTranslation } from '#web/client/use-translation.ts'
import { Promises } from '#web/features/info/promises.tsx'
import { SupportCell } from '#web/features/info/support-cell.tsx'
import { Card } from '#web/ui/card.tsx'
import { Cell, List } from '#web/ui/list.tsx'
import { Page, PageLead, PageTitle } from '#web/ui/page.tsx'

export default function AboutScreen() {
  const { t } = useTranslation()
  return (
    <Page>
      <PageTitle>{t('about.title')}</PageTitle>
      <PageLead>{t('about.lead')}</PageLead>
      <Card className="stack stack-4">
        <h2 className="head">{t('about.promises')}</h2>
        <Promises />
      </Card>
      <List icons>
        <Cell icon={CircleHelp} title={t('faq.title')} to="/faq" />
        <Cell icon={FileText} title={t('policy.title')} to="/privacy" />
        <Cell icon={Scale} title={t('rules.title')} to="/terms" />
      </List>
      <SupportCell />
    </Page>
  )
}
