import { Check, Clock } from 'lucide-react'
import { useRef, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { isPrintable } from '#contract/paper-letters.ts'
import { isTaxId } from '#contract/tax-id.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { useUnsaved } from '#web/features/session/use-unsaved.ts'
import { Badge } from '#web/ui/badge.tsx'
import { BottomBar } from '#web/ui/bottom-bar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { InputField } from '#web/ui/form-field.tsx'
import { Page, PageLead, PageTitle } from '#web/ui/page.tsx'
import { LawNote } from './law-note.tsx'
import { type Papers, useSaveLines } from './use-papers.ts'

function nameRefusal(name: string): 'papers.name.missing' | 'papers.name.letters' | null {
  if (name.trim() === '') return 'papers.name.missing'
  return isPrintable(name) ? null : 'papers.name.letters'
}

/** Form for the own lines in the papers of a deal. The other side fills in its own. */
export function LinesForm({ id, papers, onSaved }: { id: number; papers: Papers; onSaved: () => void }) {
  const { t } = useTranslation()
  const { lines, suggested, is_client } = papers
  const start = lines ?? suggested
  const [name, setName] = useState(start?.name ?? '')
  const [taxNumber, setTaxNumber] = useState(start?.tax_number ?? '')
  const [isChecked, setChecked] = useState(false)
  const own = useRef<HTMLElement>(null)
  const saving = useSaveLines(id)
  const nameError = nameRefusal(name)
  const digits = taxNumber.replace(/\s/g, '')
  const numberError = digits !== '' && !isTaxId(digits) ? t('papers.inn.wrong') : undefined
  useUnsaved(name !== (start?.name ?? '') || taxNumber !== (start?.tax_number ?? ''))
  const save = () => {
    setChecked(true)
    if (nameError || numberError) {
      const wrong = nameError ? 'name' : 'tax_number'
      own.current?.querySelector<HTMLInputElement>(`[name=${wrong}]`)?.focus()
      return
    }
    // A receipt names the tax number for which it was issued, so it does not outlive a change of the number.
    const receipt_url = lines && lines.tax_number === digits ? lines.receipt_url : null
    saving.mutate({ name: name.trim(), tax_number: digits || null, receipt_url }, { onSuccess: onSaved })
  }
  const [ownRole, otherRole] = is_client
    ? [t('deal.client'), t('deal.executor')]
    : [t('deal.executor'), t('deal.client')]
  return (
    <>
      <Page bar>
        <header>
          <PageTitle>{t('papers.title')}</PageTitle>
          <PageLead>{papers.title}</PageLead>
        </header>
        <Card ref={own} className="stack">
          <div className="row row-between">
            <h2 className="head">{ownRole}</h2>
            <Badge>{t('papers.you')}</Badge>
          </div>
          {!lines && suggested && <p className="sub muted">{t('papers.suggested')}</p>}
          <InputField
            label={t('papers.name')}
            name="name"
            required
            hint={t('papers.name.hint')}
            error={isChecked && nameError ? t(nameError) : undefined}
            maxLength={limits.papers.name}
            autoComplete="off"
            value={name}
            onValue={setName}
          />
          <InputField
            label={t('papers.inn')}
            name="tax_number"
            hint={t('papers.inn.hint')}
            error={isChecked ? numberError : undefined}
            inputMode="numeric"
            maxLength={20}
            autoComplete="off"
            value={taxNumber}
            onValue={setTaxNumber}
          />
          <p className="cap muted">{t('papers.kept', { count: limits.papers.days })}</p>
        </Card>
        <Card>
          <div className="row row-between">
            <h2 className="head">{otherRole}</h2>
            {papers.is_other_filled ? (
              <Badge tone="good" icon={Check}>
                {t('papers.filled')}
              </Badge>
            ) : (
              <Badge icon={Clock}>{t('papers.waiting')}</Badge>
            )}
          </div>
          <p className="sub muted">
            {t(papers.is_other_filled ? 'papers.filled.text' : 'papers.waiting.text')}
          </p>
        </Card>
        <LawNote />
      </Page>
      <BottomBar>
        <Button wide loading={saving.isPending} onClick={save}>
          {t('papers.make')}
        </Button>
      </BottomBar>
    </>
  )
}
