import { useLocation } from 'react-router-dom'
import { useTranslation } from '#web/client/use-translation.ts'
import { LegalText } from '#web/features/info/legal-text.tsx'
import { OperatorCard } from '#web/features/info/operator-card.tsx'
import { SupportCell } from '#web/features/info/support-cell.tsx'
import { Card } from '#web/ui/card.tsx'
import { Page, PageLead, PageTitle } from '#web/ui/page.tsx'

/** Legal documents by the prefix of their translation keys: `<name>.title`, `<name>.<section>.title` and so on. */
const documents = {
  policy: ['telegram', 'own', 'phone', 'payments', 'technical', 'shown', 'shared', 'stored', 'rights'],
  rules: ['service', 'listing', 'payment', 'refund', 'work', 'conduct', 'decision', 'change'],
}

/** Screen of the privacy policy or of the terms of use. */
export default function LegalDocumentScreen() {
  const { t } = useTranslation()
  const name = useLocation().pathname.startsWith('/terms') ? 'rules' : 'policy'
  return (
    <Page>
      <PageTitle>{t(`${name}.title`)}</PageTitle>
      <PageLead>{t(`${name}.intro`)}</PageLead>
      <Card className="stack stack-4">
        {documents[name].map((section) => (
          <section key={section} className="stack stack-2">
            <h2 className="head">{t(`${name}.${section}.title`)}</h2>
            <LegalText text={t(`${name}.${section}.text`)} />
          </section>
        ))}
      </Card>
      <OperatorCard />
      <SupportCell />
    </Page>
  )
}
