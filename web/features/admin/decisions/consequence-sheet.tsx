import { useState } from 'react'
import { type Consequence, consequences } from '#contract/rejection.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { Radios } from '#web/ui/radios.tsx'
import { breaches, ReasonSheet } from './reason-sheet.tsx'

/** The content a consequence can remove; `null` when only the author can be sanctioned. */
export type RemovableContent = 'listing' | 'words' | 'pictures' | null

type ConsequenceSheetProps = {
  open: boolean
  onClose: () => void
  removing: RemovableContent
  /** False for staff, who cannot be blocked here. */
  isBlockable: boolean
  /** Number of recent warnings of the author. */
  warnings?: number
  first?: string | undefined
  isBusy: boolean
  onSubmit: (consequence: Consequence, reason: string) => void
}

/** Chooses a sanction for the content and its author, with a reason. The author reads both. */
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
  // Pictures are removed only by the `remove` consequence; a warning or a block leaves them.
  const removedAlongside = removing === 'pictures' ? null : removing
  const nameOf = (one: Consequence) => {
    const what = one === 'remove' ? removing : removedAlongside
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
