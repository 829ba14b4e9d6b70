import { useQuery } from '@tanstack/react-query'
import { Eye, EyeOff } from 'lucide-react'
import { useTranslation } from '#web/client/use-translation.ts'
import { Cell } from '#web/ui/list.tsx'
import { hiddenAuthors, setHidden } from './blocks.ts'
import type { Blockable } from './subject.ts'

/** Row that hides or shows an author's listings. The texts `deals` must be loaded. */
export function HideCell({ person, onDone }: { person: Blockable; onDone: () => void }) {
  const { t } = useTranslation()
  const isHidden = useQuery(hiddenAuthors()).data?.some(({ id }) => id === person.id) ?? false
  const turn = () => {
    void setHidden(person, !isHidden)
    onDone()
  }
  return (
    <Cell
      icon={isHidden ? Eye : EyeOff}
      title={t(isHidden ? 'more.showAuthor' : 'more.hideAuthor')}
      note={isHidden ? undefined : t('more.hideNote')}
      onClick={turn}
    />
  )
}
