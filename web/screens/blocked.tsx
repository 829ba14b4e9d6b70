import { useQuery } from '@tanstack/react-query'
import { UserCheck } from 'lucide-react'
import { useTranslation } from '#web/client/use-translation.ts'
import { ListFailure } from '#web/features/listings/list/list-failure.tsx'
import { blocks, hiddenAuthors } from '#web/features/relations/blocks.ts'
import { BlockedPeople, HiddenPeople } from '#web/features/settings/blocked-people.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page, PageLead, PageTitle } from '#web/ui/page.tsx'

export default function BlockedScreen() {
  const { t } = useTranslation()
  const blocksQuery = useQuery(blocks())
  const hiddenQuery = useQuery(hiddenAuthors())
  const hasHidden = hiddenQuery.data !== undefined && hiddenQuery.data.length > 0
  return (
    <Page busy={blocksQuery.isPending}>
      <PageTitle>{t('privacy.blocked')}</PageTitle>
      {blocksQuery.isError && !blocksQuery.data && (
        <ListFailure error={blocksQuery.error} onRetry={() => void blocksQuery.refetch()} />
      )}
      {blocksQuery.data?.length === 0 && hasHidden && (
        <PageLead>{`${t('blocked.empty.title')}. ${t('blocked.empty.text')}`}</PageLead>
      )}
      {blocksQuery.data?.length === 0 && hiddenQuery.data && !hasHidden && (
        <EmptyState icon={UserCheck} title={t('blocked.empty.title')} text={t('blocked.empty.text')} />
      )}
      {blocksQuery.data && blocksQuery.data.length > 0 && <BlockedPeople people={blocksQuery.data} />}
      {hasHidden && <HiddenPeople people={hiddenQuery.data} />}
    </Page>
  )
}
