import { useQuery } from '@tanstack/react-query'
import { UserCheck } from 'lucide-react'
import { useTranslation } from '#web/client/use-translation.ts'
import { ListFailure } from '#web/features/listings/list/list-failure.tsx'
import { blocks, hiddenAuthors } from '#web/features/relations/blocks.ts'
import { BlockedPeople, HiddenPeople } from '#web/features/settings/blocked-people.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page, PageTitle } from '#web/ui/page.tsx'

export default function BlockedScreen() {
  const { t } = useTranslation()
  const found = useQuery(blocks())
  const hidden = useQuery(hiddenAuthors())
  return (
    <Page busy={found.isPending}>
      <PageTitle>{t('privacy.blocked')}</PageTitle>
      {found.isError && !found.data && (
        <ListFailure error={found.error} onRetry={() => void found.refetch()} />
      )}
      {found.data?.length === 0 && (
        <EmptyState icon={UserCheck} title={t('blocked.empty.title')} text={t('blocked.empty.text')} />
      )}
      {found.data && found.data.length > 0 && <BlockedPeople people={found.data} />}
      {hidden.data && hidden.data.length > 0 && <HiddenPeople people={hidden.data} />}
    </Page>
  )
}
