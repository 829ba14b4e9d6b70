import { Download, Eraser, FileText, PencilLine, ReceiptText, X } from 'lucide-react'
import { useTranslation } from '#web/client/use-translation.ts'
import { shortDate } from '#web/features/listings/formats/relative-time.ts'
import { openLink } from '#web/telegram/index.ts'
import { BottomBar } from '#web/ui/bottom-bar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Cell, List } from '#web/ui/list.tsx'
import { Page, PageLead, PageTitle } from '#web/ui/page.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { LawNote } from './law-note.tsx'
import { PaperPreview } from './paper-preview.tsx'
import { ReceiptCard } from './receipt-card.tsx'
import { type Papers, useEraseLines, useSaveLines, useSavePaper } from './use-papers.ts'

type ReadyPapersProps = {
  id: number
  papers: Papers
  lines: NonNullable<Papers['lines']>
  onEdit: () => void
}

/** The act before it is saved, the contract, and the receipt of the self-employed. */
export function ReadyPapers({ id, papers, lines, onEdit }: ReadyPapersProps) {
  const { t } = useTranslation()
  const { is_client, receipt_url } = papers
  const actSaving = useSavePaper(id)
  // A company has a number of ten digits, and only people are self-employed.
  const isCompany = lines.tax_number?.length === 10
  return (
    <>
      <Page bar>
        <header>
          <PageTitle>{t('papers.title')}</PageTitle>
          <PageLead>{t(papers.is_other_filled ? 'papers.check' : 'papers.check.waiting')}</PageLead>
        </header>
        <PaperPreview paper={papers.act} />
        {!is_client && receipt_url === null && !isCompany && <ReceiptCard id={id} lines={lines} />}
        <PaperActions id={id} papers={papers} lines={lines} onEdit={onEdit} />
        <LawNote />
      </Page>
      <BottomBar>
        <Button wide icon={Download} loading={actSaving.isPending} onClick={() => actSaving.mutate('act')}>
          {t('papers.act.save')}
        </Button>
      </BottomBar>
    </>
  )
}

function PaperActions({ id, papers: { is_client, receipt_url }, lines, onEdit }: ReadyPapersProps) {
  const { t, language } = useTranslation()
  const contractSaving = useSavePaper(id)
  const saving = useSaveLines(id)
  const { name, tax_number } = lines
  const erasing = useEraseLines(id, { name, tax_number, receipt_url: lines.receipt_url })
  const removeReceipt = () => saving.mutate({ name, tax_number, receipt_url: null })
  const keptUntil = shortDate(language, new Date(lines.kept_until))
  return (
    <List icons>
      <Cell
        inPlace
        icon={FileText}
        title={t('papers.contract.save')}
        end={contractSaving.isPending ? <Spinner /> : <span className="muted">PDF</span>}
        onClick={() => !contractSaving.isPending && contractSaving.mutate('contract')}
      />
      {receipt_url !== null && (
        <Cell
          icon={ReceiptText}
          tone="good"
          title={t('papers.receipt.open')}
          onClick={() => openLink(receipt_url)}
        />
      )}
      {receipt_url !== null && !is_client && (
        <Cell
          inPlace
          icon={X}
          title={t('papers.receipt.remove')}
          end={saving.isPending && <Spinner />}
          onClick={() => !saving.isPending && removeReceipt()}
        />
      )}
      <Cell icon={PencilLine} title={t('papers.fix')} onClick={onEdit} />
      <Cell
        bad
        icon={Eraser}
        title={t('papers.erase')}
        note={t('papers.keptUntil', { date: keptUntil })}
        end={erasing.isPending && <Spinner />}
        onClick={() => !erasing.isPending && erasing.mutate()}
      />
    </List>
  )
}
