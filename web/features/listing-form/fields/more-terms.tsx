import { ChevronDown, ChevronUp } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from '#web/client/use-translation.ts'
import { Cell, List } from '#web/ui/list.tsx'

type MoreTermsProps = {
  /** Keys of the names of the terms that are filled. */
  filled: string[]
  /** Key of the text that names the terms while none is filled. */
  what: string
  /** True while there are questions: the fold then stays open, because questions can have errors. */
  hasQuestions: boolean
  children: ReactNode
}

/** Fold with the terms that no listing needs. */
export function MoreTerms({ filled, what, hasQuestions, children }: MoreTermsProps) {
  const { t } = useTranslation()
  const [wasOpened, setOpened] = useState(false)
  const isOpen = wasOpened || hasQuestions
  const note = isOpen
    ? t('create.more.optional')
    : filled.map((key, at) => (at === 0 ? t(key) : t(key).toLowerCase())).join(', ') || t(what)
  return (
    <>
      {!hasQuestions && (
        <List>
          <Cell
            inPlace
            title={t('create.more')}
            note={note}
            expanded={isOpen}
            end={isOpen ? <ChevronUp /> : <ChevronDown />}
            onClick={() => setOpened(!isOpen)}
          />
        </List>
      )}
      {isOpen && children}
    </>
  )
}
