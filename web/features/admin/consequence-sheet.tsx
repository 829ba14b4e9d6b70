import { useState } from 'react'
import { type Consequence, consequences } from '#contract/rejection.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { Radios } from '#web/ui/radios.tsx'
import { breaches, ReasonSheet } from './reason-sheet.tsx'

/** What a consequence is about: a listing, words, the pictures of a person; or only the author. */
export type Removing = 'listing' | 'words' | 'pictures' | null

type ConsequenceSheetProps = {
  open: boolean
  onClose: () => void
  removing: Removing
  /** Members of staff cannot be blocked here. */
  isBlockable: boolean
  /** How often the author was warned lately. */
  warnings?: number
  first?: string | undefined
  isBusy: boolean
  onSubmit: (consequence: Consequence, reason: string) => void
}

/** What follows for a thing that breaks the rules and for its author, and why; both are read by the author. */
export function ConsequenceSheet({
  removing,
  isBlockable,
  warnings = 0,
  onSubmit,
  ...sheet
}: ConsequenceSheetProps) {
  const { t } = useTranslation()
  const offered = consequences.filter(
    (one) => (one !== 'remove' || removing !== null) && (one !== 'block' || isBlockable),
  )
  const [chosen, setChosen] = useState<Consequence>(offered[0] ?? 'warn')
  // Pictures go only when that is what was chosen.
  const goes = removing === 'pictures' ? null : removing
  const nameOf = (one: Consequence) => {
    const what = one === 'remove' ? removing : goes
    return what ? t(`admin.consequence.${one}.${what}`) : t(`admin.consequence.${one}`)
  }
  return (
    <ReasonSheet
      {...sheet}
      title={t('admin.consequence')}
      hint={t('admin.consequence.hint')}
      submit={nameOf(chosen)}
      reasons={breaches}
      onSubmit={(reason) => onSubmit(chosen, reason)}
    >
      <Radios
        label={t('admin.consequence')}
        value={chosen}
        options={offered.map((value) => ({ value, label: nameOf(value) }))}
        onChange={setChosen}
      />
      {warnings > 0 && <p className="sub warn">{t('admin.warned', { count: warnings })}</p>}
    </ReasonSheet>
  )
}
